/** Images as cameras and programs make them: on their side, with places, owners, recipes and profiles in them. */
import sharp, { type Sharp } from 'sharp'

const PLACE = {
  IFD0: {
    Make: 'CanaryCam',
    Model: 'Nose 1',
    Copyright: 'Canary & Sons',
    ImageDescription: 'canary at home',
  },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '52/1 31/1 12/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '13/1 24/1 18/1',
  },
}
export const PACKET = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 dc:source="canary-packet"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

/**
 * An image of soft noise without alpha, so that its bytes follow from its pixels; red on the left half, blue on the right. With
 * `frames`, one that moves.
 */
export function scene(width: number, height: number, frames = 1): Sharp {
  const pixels = Buffer.alloc(width * height * frames * 3)
  let state = 7
  for (let at = 0; at < pixels.length; at += 3) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    const noise = Math.floor(state / 2 ** 16) % 60
    const isLeft = (at / 3) % width < width / 2
    pixels.set(isLeft ? [180 + noise, noise, noise] : [noise, noise, 180 + noise], at)
  }
  return sharp(pixels, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
}

/** A photo as a telephone takes it: stored on its side, with place, camera, packet and a colour profile. */
export function photo(width: number, height: number, orientation = 6): Promise<Buffer> {
  return scene(width, height)
    .jpeg({ quality: 95 })
    .withMetadata({ orientation })
    .withIccProfile('p3')
    .withExifMerge(PLACE)
    .withXmp(PACKET)
    .toBuffer()
}
