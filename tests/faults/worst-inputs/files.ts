import { post, prepared, withLists } from './bodies.ts'
import { filled, KIB, long, MIB, type WorstInput, type WorstRequest } from './worst-input.ts'

function multipart(filling: string): WorstRequest {
  const body = `--boundary\r\nContent-Type: application/json\r\n\r\n{"name":"x"}\r\n--boundary\r\n\r\n${filling.repeat(Math.floor((8 * MIB) / filling.length))}\r\n--boundary--`
  return upload(body)
}

function multipartHead(filling: string): WorstRequest {
  return upload(
    `--boundary\r\n${filling.repeat(Math.floor((60 * KIB) / filling.length))}\r\n\r\n{"name":"x"}\r\n--boundary--`,
  )
}

function form(parts: string): WorstRequest {
  return {
    method: 'POST',
    path: '/demo-app.appspot.com',
    headers: { 'content-type': 'multipart/form-data; boundary=boundary' },
    body: `${parts}${part('file', 'x')}--boundary--`,
  }
}

function part(name: string, value: string): string {
  return `--boundary\r\nContent-Disposition: form-data; name="${name}"; filename="x"\r\n\r\n${value}\r\n`
}

function policy(condition: string, count: number): string {
  const conditions = Array.from({ length: count }, () => condition).join(',')
  return part(
    'policy',
    Buffer.from(`{"expiration":"2030-01-01T00:00:00Z","conditions":[${conditions}]}`).toString('base64'),
  )
}

function upload(body: string): WorstRequest {
  return {
    method: 'POST',
    path: '/v0/b/demo-app.appspot.com/o?name=x',
    headers: {
      authorization: 'Bearer owner',
      'x-goog-upload-protocol': 'multipart',
      'content-type': 'multipart/related; boundary=boundary',
    },
    body,
  }
}

const small = 64 * KIB

export const fileInputs: readonly WorstInput[] = [
  {
    decoder: 'metadata of files',
    limit: '64 KiB',
    routes: [/\((firebase-storage|cloud-storage|storage-links)\)/],
    async prepare(server) {
      await prepared(server, '/v0/b/demo-app.appspot.com/o?name=x', '{}')
    },
    answers: /^(200 |400 .*(at most|Invalid input|must be|must name|ended before its last boundary))/,
    shapes: {
      'many custom entries': () =>
        post(
          '/v0/b/demo-app.appspot.com/o/x',
          filled(small, '{"metadata":{', (i) => `"k${i}":"v"`, '}}'),
          'PATCH',
        ),
      lists: () =>
        post(
          '/v0/b/demo-app.appspot.com/o/x',
          withLists(small, 'metadata contentType name cacheControl', '1'),
          'PATCH',
        ),
      'a long type': () => post('/v0/b/demo-app.appspot.com/o/x', long(small, '{"contentType":"', 'a/', '"}'), 'PATCH'),
      'sources of a composition': () =>
        post(
          '/storage/v1/b/demo-app.appspot.com/o/x/compose',
          filled(small, '{"sourceObjects":[', '{"name":"a"}', ']}'),
        ),
      'a multipart of lines': () => multipart('\r\n'),
      'a multipart of beginnings of its boundary': () => multipart('\r\n--boundar'),
      'a multipart of headers': () => multipartHead('a: b\r\n'),
      'a multipart of colons': () => multipartHead(':'),
    },
  },
  {
    decoder: 'signed forms',
    limit: '100 fields of 64 KiB',
    routes: [/\(storage-links\)/],
    answers: /^(400 .*(at most|has a name|in base64)|403 .*has no field)/,
    shapes: {
      fields: () => form(Array.from({ length: 99 }, (_, i) => part(`a${i}`, 'x'.repeat(500))).join('')),
      'too many fields': () => form(Array.from({ length: 1_000 }, (_, i) => part(`a${i}`, '')).join('')),
      names: () => form(`--boundary\r\nContent-Disposition: form-data${'; name='.repeat(7_000)}\r\n\r\nx\r\n`),
      'conditions of a policy': () => form(policy('{"key":"x"}', 200)),
      'a deep policy': () => form(policy('['.repeat(20_000) + ']'.repeat(20_000), 1)),
    },
  },
]
