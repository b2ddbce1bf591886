/** Drops addresses that turn out to be no files when all candidates are compared: the task's own, folders, bare ones. */
import { isResult, type Candidate } from './candidate.ts'

const TASK = 'it is the address of the task itself'
/** What stands before an id in the address of a task, and behind it where something is asked about the task. */
const TASKS =
  /^(?:task|prediction|job|request|generation|operation|run|execution|status|history|quer(?:y|ie)|record|session)s?$/iu
const ASKED = /^(?:status|results?|cancel|stream|logs?|events|progress|response|get|info)$/iu
const FOLDER = 'it is the folder of files, not a file'
const PAGE = 'nothing says that it is a file, and others are'

/** An address that nothing calls a file counts only where nothing better is named. */
export function dropBareAddresses(all: readonly Candidate[]): void {
  if (
    !all.some(
      ({ role, isSure }) => isSure && (role === 'result' || role === 'alternate' || role === 'stream'),
    )
  )
    return
  for (const candidate of all) {
    if (!isResult(candidate) || candidate.isSure) continue
    candidate.role = 'link'
    candidate.reason = PAGE
  }
}

/** The API's own address of the task: its last part is an id that the response names, or what is asked about that. */
export function dropTaskAddresses(all: readonly Candidate[], ids: ReadonlySet<string>): void {
  for (const candidate of all) {
    const { source } = candidate
    if (source.kind !== 'address' || !/^(?:json)?$/u.test(source.extension) || source.isSigned) continue
    const { segments } = source
    const last = (segments.at(-1) ?? '').replace(/\.json$/iu, '')
    const at = ids.has(last) ? segments.length - 1 : ASKED.test(last) ? segments.length - 2 : -1
    const id = at === segments.length - 1 ? last : (segments[at] ?? '')
    const isApi = /^api[.-]/u.test(source.host) || segments.some((segment) => /^(?:api|v\d+)$/u.test(segment))
    const isRecord = TASKS.test(segments[at - 1] ?? '') || (isApi && source.extension === 'json')
    if (at < 1 || !ids.has(id) || !isRecord) continue
    candidate.role = 'link'
    candidate.reason = TASK
  }
}

/** A host alone, and what holds files that are named, too. */
export function dropFolders(all: readonly Candidate[]): void {
  const folderOf = (host: string, segments: readonly string[]): string => [host, ...segments].join('/')
  const folders = new Set(
    all.flatMap(({ source }) =>
      source.kind === 'address' && source.extension !== '' && source.segments.length > 1
        ? folderOf(source.host, source.segments.slice(0, -1))
        : [],
    ),
  )
  for (const candidate of all) {
    const { source } = candidate
    if (source.kind !== 'address' || source.extension !== '') continue
    const isHost = source.isFolder && source.segments.length === 0
    if (!isHost && !folders.has(folderOf(source.host, source.segments))) continue
    candidate.role = 'link'
    candidate.reason = FOLDER
  }
}
