import { describe, expect, it } from 'vitest'
import { findKey, nameKey, pitchClasses, readKey } from '#local-service/music/theory/key.ts'

const name = (text: string): string | null => {
  const key = readKey(text)
  return key === null ? null : nameKey(key)
}

describe('reading a key', () => {
  it.each([
    ['D minor', 'D minor'],
    ['Am', 'A minor'],
    ['bb', 'Bb major'],
    ['f# Dorian', 'F# dorian'],
    ['Eb-major', 'Eb major'],
    ['C sharp minor', 'C# minor'],
    ['A flat', 'Ab major'],
    ['b minor', 'B minor'],
    ['  g   mixolydian ', 'G mixolydian'],
  ])('takes %j as %s', (text, expected) => {
    expect(name(text)).toBe(expected)
  })

  it.each(['', 'H minor', 'D minor or so', 'minor', '7', 'do re mi'])('does not take %j', (text) => {
    expect(name(text)).toBeNull()
  })

  it.each([
    ['a piece in D minor, slow', 'D minor'],
    ['Sad song in Am', 'A minor'],
    ['jazz in E', 'E major'],
    ['the key of Bb, please', 'Bb major'],
    ['F# dorian ambience', 'F# dorian'],
    ['a tune in d minor', 'D minor'],
    ['C major or D minor', 'C major'],
  ])('finds the one in %j', (text, expected) => {
    const key = findKey(text)
    expect(key === null ? null : nameKey(key)).toBe(expected)
  })

  it.each([
    'a song in a forest',
    'music for a minor road',
    'lo-fi at 82 bpm',
    'Bach in Berlin',
    'in a minor key',
  ])('finds none in %j', (text) => {
    expect(findKey(text)).toBeNull()
  })

  it('knows the notes of a key', () => {
    expect(pitchClasses({ tonic: 2, mode: 'minor' })).toEqual([2, 4, 5, 7, 9, 10, 0])
  })
})
