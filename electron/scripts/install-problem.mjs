/**
 * Says in one sentence why `npm ci` failed.
 */

/** What npm's output holds, and what it means for the person. First match wins. @type {readonly (readonly [RegExp, string])[]} */
const CAUSES = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENETUNREACH|ERR_SOCKET_TIMEOUT/u,
    'the package registry cannot be reached; check the network connection',
  ],
  [/ENOSPC/u, 'the disk is full'],
  [/EACCES|EPERM|EROFS/u, 'the folder of Atelier cannot be written'],
  [/EINTEGRITY/u, 'a package that arrived is not the one that package-lock.json names'],
  [/E401|E403/u, 'the package registry refuses access'],
  [/E404|ETARGET/u, 'the package registry does not have a package that package-lock.json names'],
  [/in sync|EUSAGE/u, 'package.json and package-lock.json do not agree'],
  [/npm cannot be started|spawn npm ENOENT/u, 'npm was not found; install it together with Node'],
]

/**
 * @param {string} output what npm printed
 * @returns {string} one sentence
 */
export function installProblem(output) {
  const cause =
    CAUSES.find(([pattern]) => pattern.test(output))?.[1] ?? 'npm ci failed; its last lines are above'
  return `The packages of Atelier could not be installed: ${cause}.`
}
