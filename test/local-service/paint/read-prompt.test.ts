import { expect, it } from 'vitest'
import { readPrompt } from '#local-service/paint/read-prompt.ts'

it.each([
  ['a red fox in snow', { weather: 'snow', subjects: [{ kind: 'fox', count: 1, color: 'red' }], colors: [] }],
  ['two boats at dawn', { time: 'dawn', subjects: [{ kind: 'boat', count: 2, color: null }] }],
  ['autumn forest in fog', { season: 'autumn', weather: 'fog', lands: ['forest'] }],
  ['city at night in the rain', { time: 'night', weather: 'rain', lands: ['city'] }],
  ['abstract blue and gold', { colors: ['blue', 'gold'], subjects: [], lands: [] }],
  [
    '3 white birds over green meadows',
    { subjects: [{ kind: 'bird', count: 3, color: 'white' }], colors: ['green'], lands: ['meadow'] },
  ],
  ['', { time: null, season: null, weather: null, mood: null, lands: [], colors: [], subjects: [] }],
])('reads "%s"', (prompt, reading) => {
  expect(readPrompt(prompt)).toMatchObject(reading)
})
