import { describe, expect, it } from 'vitest'
import { addressIn, mayHoldInputs, readAddress } from '#renderer/features/create/inputs/dropped-items.ts'

const PAGE = { href: 'http://127.0.0.1:4000/create' }
const HELD = { type: 'application/x-ours', take: () => [] }

describe('an address that is dropped', () => {
  it('is the asset behind it where it is one of ours', () => {
    expect(
      ['http://127.0.0.1:4000/media/asset_1/thumb', '/media/asset_1', 'http://127.0.0.1:4000/queue/t1'].map(
        (address) => readAddress(address, PAGE),
      ),
    ).toEqual([
      [{ kind: 'asset', assetId: 'asset_1', name: 'asset_1' }],
      [{ kind: 'asset', assetId: 'asset_1', name: 'asset_1' }],
      [],
    ])
    expect(readAddress('atelier://app/media/asset_1', { href: 'atelier://app/create' })).toEqual([
      { kind: 'asset', assetId: 'asset_1', name: 'asset_1' },
    ])
  })
  it('is an address of the web, or the bytes in it, and nothing of this computer', () => {
    expect(
      ['https://a.example/p.png?x=1', 'data:image/png;base64,AA==', 'file:///etc/passwd', 'javascript:1'].map(
        (address) => readAddress(address, PAGE),
      ),
    ).toEqual([
      [{ kind: 'url', url: 'https://a.example/p.png?x=1' }],
      [{ kind: 'bytes', dataUrl: 'data:image/png;base64,AA==', name: 'image.png' }],
      [],
      [],
    ])
  })
})

it('takes a text for an address only where it is nothing else', () => {
  expect(
    [
      ' https://a.example/p.png\n',
      'see https://a.example',
      'data:text/html,x',
      'data:image/png;base64,AA==',
    ].map(addressIn),
  ).toEqual(['https://a.example/p.png', null, null, 'data:image/png;base64,AA=='])
})

it('looks into drags of files, of addresses and of our own, and leaves words alone', () => {
  expect(
    [['Files'], ['text/uri-list', 'text/html'], ['application/x-ours'], ['text/plain', 'text/html']].map(
      (types) => mayHoldInputs(types, HELD),
    ),
  ).toEqual([true, true, true, false])
})
