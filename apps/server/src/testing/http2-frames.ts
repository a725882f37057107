/** Types of frames (RFC 9113, section 6). */
const frameTypes = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, windowUpdate: 8, continuation: 9 } as const

/** HTTP/2 as bytes, for what no client of node would send. */
export function http2Frame(type: keyof typeof frameTypes, flags: number, stream: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(frameTypes[type], 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** What a connection begins with: the preface and empty SETTINGS. */
export const http2Preface: Buffer = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  http2Frame('settings', 0, 0, Buffer.alloc(0)),
])

/** GET, http, a path and an authority that are not indexed (RFC 7541, section 6.2.2). */
export const smallRequest: Buffer = Buffer.from('\x82\x86\x04\x08/nothing\x01\x01a', 'latin1')
/** The same with POST. */
export const smallPost: Buffer = Buffer.from('\x83\x86\x04\x08/nothing\x01\x01a', 'latin1')

export const END_STREAM = 0x1
export const END_HEADERS = 0x4
