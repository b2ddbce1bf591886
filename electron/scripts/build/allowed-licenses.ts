/**
 * Under which licenses a part of Atelier may be: the SPDX ids of allowed-licenses.json, each with its reason, some for one work only.
 * What is not there, or states nothing, is refused until somebody has read it.
 */
import allowed from './allowed-licenses.json' with { type: 'json' }

export interface Work {
  /** With the package that it is in. */
  readonly title: string
  /** An SPDX expression. */
  readonly license: string
}

/** The works that must not ship, with the license of each. */
export function refusedWorks(works: readonly Work[]): readonly string[] {
  return works
    .filter(({ title, license }) => !isAllowed(license, title))
    .map(({ title, license }) => `${title} (${license})`)
}

function isAllowed(license: string, title: string): boolean {
  const expression = license.replace(/^\(([^()]*)\)$/u, '$1')
  // Expressions in expressions are for a person to read.
  if (/[()]/u.test(expression)) return false
  return expression.split(' OR ').some((choice) => choice.split(' AND ').every((id) => isListed(id, title)))
}

function isListed(id: string, title: string): boolean {
  return allowed.some(
    (one) =>
      [one.id, ...(one.called ?? [])].includes(id) &&
      (one.only === undefined || new RegExp(one.only, 'u').test(title)),
  )
}

/** The libraries inside libvips, from the table in its readme. */
export function worksInTable(text: string, inside: string): readonly Work[] {
  const rows = text.matchAll(/^\| ([\w-]+) +\| (.+?) +\|$/gmu)
  return [...rows]
    .filter(([, name]) => name !== 'Library')
    .map(([, name = '', terms = '']) => ({ title: `${name} inside ${inside}`, license: termsOf(terms) }))
}

/** `[BSD 2-Clause](https://…) + …` as an expression. */
function termsOf(terms: string): string {
  return terms
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/gu, '$1')
    .replace(/ \(BSD-like\)$/u, '')
    .replaceAll(/ \+ |, /gu, ' AND ')
}
