import { KIB, long, MIB, owner, type WorstInput, type WorstRequest } from './worst-input.ts'

const database = 'projects/demo-app/databases/(default)'

/** A form of WebChannel that opens a channel; `rest` goes behind what every opening has. */
const opening = (stream: 'Listen' | 'Write', rest: string): WorstRequest => ({
  method: 'POST',
  path: `/google.firestore.v1.Firestore/${stream}/channel?VER=8&CVER=22&RID=1&database=${encodeURIComponent(database)}`,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: `headers=Authorization:Bearer%20owner%0D%0A&${rest}`,
})

const formBytes = MIB - KIB
/** A message that opens the stream, and the one behind it. Nothing in it has to be escaped. */
const written = (writes: string): string =>
  `count=2&ofs=0&req0___data__={"database":"${database}"}&req1___data__={"streamToken":"","writes":[${writes}]}`
const name = (id: string): string => `${database}/documents/streamed/${id}`
const message = (json: string): string => `count=1&ofs=0&req0___data__=${encodeURIComponent(json)}`

export const streamInputs: readonly WorstInput[] = [
  {
    decoder: 'forms and messages of WebChannel',
    limit: '1 MiB of a form',
    routes: [/\(firestore-webchannel\)/],
    answers: /^(200 \d+\n\[\[0,|400 .*(more than 1024 fields|not a whole number|at most 16384 bytes|nested deeper))/,
    shapes: {
      'names without a value': () => opening('Listen', long(formBytes, '', 'a&', '')),
      ampersands: () => opening('Listen', long(formBytes, '', '&', '')),
      escapes: () => opening('Listen', long(formBytes, 'a=', '%41', '')),
      'broken escapes': () => opening('Listen', long(formBytes, 'a=', '%', '')),
      'empty messages': () =>
        opening(
          'Write',
          `count=50000&ofs=0${Array.from({ length: 50_000 }, (_, i) => `&req${i}___data__={}`).join('')}`,
        ),
      'a count without messages': () => opening('Write', 'count=9007199254740991&ofs=0'),
      'lines of headers': () => ({
        ...opening('Listen', ''),
        body: long(formBytes, 'headers=', 'a:b%0D%0A', '&count=0'),
      }),
      'colons of headers': () => ({ ...opening('Listen', ''), body: long(formBytes, 'headers=', ':', '&count=0') }),
      'documents of a target': () =>
        opening(
          'Listen',
          message(
            JSON.stringify({
              database,
              addTarget: {
                targetId: 1,
                documents: { documents: Array.from({ length: 9000 }, (_, i) => `${database}/documents/c/${i}`) },
              },
            }),
          ),
        ),
      'orders of a target': () =>
        opening(
          'Listen',
          message(
            JSON.stringify({
              database,
              addTarget: {
                targetId: 1,
                query: {
                  parent: `${database}/documents`,
                  structuredQuery: {
                    from: [{ collectionId: 'c' }],
                    orderBy: Array.from({ length: 10_000 }, () => ({ field: { fieldPath: 'a' } })),
                  },
                },
              },
            }),
          ),
        ),
      'a message of very many writes': () => ({
        ...opening(
          'Write',
          written(
            Array.from({ length: 6000 }, (_, i) => {
              const fields = Array.from({ length: 20 }, (_each, j) => `"f${j}":{"integerValue":"${j}"}`)
              return `{"update":{"name":"${name(`w${i}`)}","fields":{${fields.join(',')}}}}`
            }).join(','),
          ),
        ),
        until: { method: 'GET', path: `/v1/${name('w5999')}`, headers: owner },
      }),
      'a message of one large write': () => ({
        ...opening(
          'Write',
          written(
            `{"update":{"name":"${name('large')}","fields":{"a":{"arrayValue":{"values":[${Array.from({ length: 99_000 }, () => '{"integerValue":"7"}').join(',')}]}}}}}`,
          ),
        ),
        until: { method: 'GET', path: `/v1/${name('large')}`, headers: owner },
      }),
      'a message of brackets': () => opening('Write', `count=1&ofs=0&req0___data__=${long(formBytes, '', '[', '')}`),
    },
  },
]
