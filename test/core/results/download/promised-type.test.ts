/** What was promised of a file and is not so is told; what only has another spelling is not. */
import { expect, test } from 'vitest'
import { brokenPromise } from '#core/results/download/promised-type.ts'

const PNG = { kind: 'image', mimeType: 'image/png', extension: 'png' } as const
const JPEG = { kind: 'image', mimeType: 'image/jpeg', extension: 'jpg' } as const
const M4A = { kind: 'audio', mimeType: 'audio/x-m4a', extension: 'm4a' } as const
const url = (name: string) => `https://cdn.example.com/${name}?sign=1`

test.each([
  [PNG, { contentType: 'image/png', url: url('a.png'), kind: 'image' }],
  [PNG, { contentType: 'application/octet-stream', url: url('a'), kind: 'file' }],
  [PNG, { contentType: 'Image/PNG; charset=utf-8', url: null, kind: 'image' }],
  [PNG, { contentType: null, url: url('a.php'), kind: 'image' }],
  [JPEG, { contentType: 'image/jpg', url: url('A.JPEG'), kind: 'image' }],
  [M4A, { contentType: 'audio/mp4', url: url('a.m4a'), kind: 'audio' }],
] as const)('finds nothing wrong with %j', (type, promised) => {
  expect(brokenPromise(promised, type)).toBeNull()
})

test.each([
  [PNG, { contentType: 'image/jpeg', url: url('a'), kind: 'image' }, 'image/jpeg'],
  [PNG, { contentType: null, url: url('a.jpg'), kind: 'image' }, '.jpg'],
  [PNG, { contentType: 'text/html', url: url('a.webp'), kind: 'image' }, 'text/html, .webp'],
  [PNG, { contentType: null, url: null, kind: 'video' }, 'video'],
] as const)('reports %j declared as: %j', (type, promised, said) => {
  expect(brokenPromise(promised, type)).toBe(
    `It was declared as ${said}; by its bytes it is image/png, and kept as that.`,
  )
})
