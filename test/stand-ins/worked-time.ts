/** The processor's time that this thread has used, in milliseconds: a busy machine does not change it, as it does a clock. */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** What `work` used of it. */
export async function timeOf(work: () => unknown): Promise<number> {
  const before = workedMs()
  await work()
  return workedMs() - before
}
