import { describe, expect, it } from 'vitest'
import { nameKey } from '#local-service/music/theory/key.ts'
import { readBrief, type Brief } from '#local-service/music/words/read-brief.ts'

const NOTHING: Brief = {
  genre: null,
  feeling: null,
  pace: null,
  bpm: null,
  key: null,
  instruments: [],
  kit: null,
  without: [],
  isSolo: false,
}

describe('a prompt for music', () => {
  it.each<[string, Partial<Brief>]>([
    ['', {}],
    ['something with zzyzx', {}],
    ['lo-fi hip hop, 82 bpm', { genre: 'lo-fi', bpm: 82 }],
    ['Calm AMBIENT without drums or bass', { genre: 'ambient', feeling: 'calm', without: ['drums', 'bass'] }],
    [
      'happy folk guitar, no drums, soft piano',
      { genre: 'folk', feeling: 'happy', instruments: ['guitar', 'piano'], without: ['drums'] },
    ],
    ['solo piano nocturne', { genre: 'lullaby', instruments: ['piano'], isSolo: true }],
    ['fast chiptune', { genre: 'chiptune', pace: 'fast' }],
    ['a slow waltz', { genre: 'waltz', pace: 'slow' }],
    ['electric piano', { instruments: ['electric-piano'] }],
    ['drumless techno', { genre: 'techno', without: ['drums'] }],
    ['jazz without piano', { genre: 'jazz', without: ['piano'] }],
    ['epic with taiko', { feeling: 'epic', kit: 'orchestral' }],
    // A place suggests a genre only where none is named.
    ['a battle', { genre: 'cinematic' }],
    ['a battle as bossa nova', { genre: 'bossa' }],
    // Words inside others are not found, and impossible tempos are not taken.
    ['harpoon jazzercise bellow 999 bpm', {}],
  ])('%j', (prompt, expected) => {
    expect(readBrief(prompt)).toEqual({ ...NOTHING, ...expected })
  })

  it('names a key', () => {
    const { key } = readBrief('a waltz in F# minor')
    expect(key === null ? null : nameKey(key)).toBe('F# minor')
  })
})
