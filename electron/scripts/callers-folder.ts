/**
 * The folder that relative paths in a command's arguments are meant from.
 *
 * npm starts scripts in the checkout and keeps the person's folder in INIT_CWD, which every process below inherits: it
 * counts for npm's own script alone.
 */
export function callersFolder(command: string): string {
  const { INIT_CWD: caller, npm_lifecycle_event: script } = process.env
  return script === command && caller ? caller : process.cwd()
}
