import { expect, test } from 'vitest'
import { parseDeepLink } from '#hosts/desktop/links/deep-links.ts'

test.each([
  ['atelier://task/tsk_1-A', { kind: 'openTask', id: 'tsk_1-A' }],
  ['atelier://create', { kind: 'fillForm', words: {} }],
  ['atelier://create?prompt=A%20fox%0A%22x%22', { kind: 'fillForm', words: { prompt: 'A fox\n"x"' } }],
  [
    'atelier://create/?prompt=a+fox&provider=p&model=m%2F1&media=video',
    { kind: 'fillForm', words: { prompt: 'a fox', provider: 'p', model: 'm/1', mediaType: 'video' } },
  ],
])('reads %s', (link, command) => {
  expect(parseDeepLink(link)).toEqual(command)
})

test.each([
  '',
  'atelier:',
  'atelier://',
  'atelier://app/',
  'atelier://app/media/x',
  'atelier://task',
  'atelier://task/',
  'atelier://task/a/b',
  'atelier://task/../app',
  'atelier://task/a%2Fb',
  'atelier://task/a?press=1',
  'atelier://task/a#b',
  'atelier://task:80/a',
  'atelier://user:secret@task/a',
  `atelier://task/${'a'.repeat(101)}`,
  'atelier://tasks/a',
  'atelier://create/now',
  'atelier://create?send=1',
  'atelier://create?prompt=a&prompt=b',
  'atelier://create?prompt=a&__proto__=b',
  'atelier://create?media=script',
  'atelier://create?media=image&mediaType=image',
  'atelier://create?model=',
  `atelier://create?prompt=${'a'.repeat(20_001)}`,
  `atelier://create?model=${'a'.repeat(301)}`,
  `atelier://create?${'a'.repeat(32_000)}`,
  'atelier://create?prompt=a\nb',
  'atelier://create?prompt=a\0',
  'https://create?prompt=a',
  'ATELIER-X://task/a',
  'javascript:alert(1)',
  'file:///etc/passwd',
])('reads nothing in %j', (link) => {
  expect(parseDeepLink(link)).toBeNull()
})
