import { type FuzzTarget, MIB } from '../fuzz-target.ts'
import { same } from './judgement.ts'

/** Pictures of 3 × 2 pixels but for one, in base64. */
const pictures = {
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWO46cEPQQxwFgBMEAchJWQcnwAAAABJRU5ErkJggg==',
  /** It claims two lines of 14 million pixels, which took a gigabyte. */
  longLines:
    'iVBORw0KGgoAAAANSUhEUgDVAAMAAAACCAIAAAASFvFNAAAACXBIUXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWO46cEPQQxwFgBMEAchJWQcnwAAAABJRU5ErkJggg==',
  jpeg: '/9j/4QDIRXhpZgAASUkqAAgAAAAHABIBAwABAAAAAQAAABoBBQABAAAAYgAAABsBBQABAAAAagAAACgBAwABAAAAAgAAABMCAwABAAAAAQAAAJiCAgACAAAAQQAAAGmHBAABAAAAcgAAAAAAAAA4YwAA6AMAADhjAADoAwAABgAAkAcABAAAADAyMTABkQcABAAAAAECAwAAoAcABAAAADAxMDABoAMAAQAAAP//AAACoAQAAQAAAAMAAAADoAQAAQAAAAIAAAAAAAAA/9sAQwBQNzxGPDJQRkFGWlVQX3jIgnhubnj1r7mRyP///////////////////////////////////////////////////9sAQwFVWlp4aXjrgoLr/////////////////////////////////////////////////////////////////////////8AAEQgAAgADAwEiAAIRAQMRAf/EABUAAQEAAAAAAAAAAAAAAAAAAAAC/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABQBAQAAAAAAAAAAAAAAAAAAAAP/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCQBHf/2Q==',
  webp: 'UklGRjwAAABXRUJQVlA4IDAAAAAQAgCdASoDAAIAAUAmJaACdLoB+AH4AAPIAP7qZf/9NFGFMfcm/+5v/g7J/e4AAAA=',
  gif: 'R0lGODlhAwACAIAAAExpcdlIDyH5BAUAAAAALAAAAAADAAIAAAICjF8AOw==',
  animatedGif: 'R0lGODlhAwACAIAAAExpcdlIDyH5BAUAAAAALAAAAAADAAIAAAICjF8AIfkEBQAAAAAsAAAAAAMAAgCATGlxJrfwAgKMXwA7',
  avif: 'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAACYAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAAMAAAACAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAAubWRhdBIACgg4BCtICGg0gDIYGUJjBMPPPPNBIACQQRHVRJrZZPC7HkR4',
}
const box = { width: 64, height: 64 }

/** What is stored as an image, by anybody whom rules let, and read by the decoders of `sharp` when a thumbnail is asked for. */
export const imageTargets: readonly FuzzTarget[] = [
  {
    name: 'thumbnail',
    form: 'bytes',
    watches: ['/thumbnails/shrink-image.ts'],
    seeds: [
      ...Object.values(pictures).map((picture) => Buffer.from(picture, 'base64')),
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>',
      'II*\0\b\0\0\0',
    ],
    words: [
      'IHDR',
      'IDAT',
      'acTL',
      'fdAT',
      'iCCP',
      'Exif\0\0',
      'VP8X',
      'ANMF',
      'NETSCAPE2.0',
      'ispe',
      'iloc',
      'grid',
      '<svg',
    ],
    limitBytes: 32 * MIB,
    async open() {
      const { shrinkImage } = await import('../../../apps/server/src/thumbnails/shrink-image.ts')
      return {
        async run(input) {
          const thumbnail = await shrinkImage(input, box)
          same(thumbnail.toString('latin1', 8, 12), 'WEBP')
        },
        decode: async (input) => await shrinkImage(input, box),
      }
    },
  },
]
