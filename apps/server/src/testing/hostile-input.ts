/** What no honest client sends, for tests that show every route refuses it: each value by a name that says what is wrong with it. */
type Named<T> = Readonly<Record<string, T>>

const DEPTH = 100_000

export const hostileBodies: Named<string | Buffer> = {
  'cut JSON': '{"a":',
  'an array': '[]',
  'an array of nulls': '[null,null]',
  'a text': '"text"',
  'a number': '1',
  'a number beyond doubles': '{"a":1e999,"pageSize":1e999,"limit":-1e999}',
  null: 'null',
  'a deep array': '['.repeat(DEPTH) + ']'.repeat(DEPTH),
  'a deep object': '{"a":'.repeat(DEPTH) + '1' + '}'.repeat(DEPTH),
  'bytes that are no UTF-8': Buffer.from('7b2261223a22fffe00c0af227d', 'hex'),
  'a NUL': '{"a":"\0"}',
  'an escaped NUL': '{"name":"a\\u0000b","email":"a\\u0000@b.c","localId":"\\u0000","idToken":"\\u0000"}',
  'half a character': '{"name":"\\ud800","email":"\\udfff","localId":"\\ud800","password":"\\ud800"}',
  'prototype keys': '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1}',
  'a form': 'grant_type=refresh_token&grant_type=x&refresh_token=%00%ff&count=1&req0___data__={',
  'a multipart without end': '--b\r\nContent-Type: application/json\r\n\r\n{"name":"x"}\r\n--b\r\n\r\nbytes',
}

/** Stand for one segment of a path, percent-encoded. */
export const hostileSegments: Named<string> = {
  'a climb': '..%2F..%2F..%2Fetc%2Fpasswd',
  'a dot': '%2e%2e',
  'a backslash': '..%5C..%5Cboot.ini',
  'a NUL': 'a%00b',
  'no UTF-8': '%ff%fe',
  'half an escape': '%2',
  'a prototype': '__proto__',
  'a constructor': 'constructor',
  'a line break': 'a%0d%0aSet-Cookie:%20x=1',
  'a very long name': 'x'.repeat(7_000),
  'very many slashes': '%2F'.repeat(2_000),
  quotes: `'"%3Bdrop%20table%20documents%3B--`,
  braces: '%7B%7B7*7%7D%7D',
  'an astral character': '%F0%9F%94%A5',
  spaces: '%20%20',
}

/** Queries of addresses, without the question mark. */
export const hostileQueries: Named<string> = {
  'a key that is none': 'key=__proto__&key=constructor',
  'a key of a project that is not there': 'key=hk_nobody-home_x',
  'bytes that are no UTF-8': 'key=%ff&name=%ff%fe&pageToken=%ff&prefix=%ff&SID=%ff&upload_id=%ff&token=%ff',
  NULs: 'key=%00&name=a%00b&pageToken=%00&prefix=%00&SID=%00&upload_id=%00&documentId=%00',
  'numbers that are none': 'pageSize=NaN&maxResults=-1&AID=1e9&RID=x&pageToken=x&maxResults=1e309',
  'numbers beyond 53 bits':
    'pageSize=99999999999999999999&maxResults=99999999999999999999&AID=99999999999999999999&pageToken=99999999999999999999',
  'names given twice': 'name=a&name=b&key=a&key=b&pageSize=1&pageSize=2&alt=media&alt=json&upload_id=a&upload_id=b',
  'every mode at once':
    'alt=media&uploadType=resumable&upload_id=x&create_token=true&delete_token=x&currentDocument.exists=maybe&mask.fieldPaths=&updateMask.fieldPaths=..&readTime=yesterday&transaction=%25&showMissing=2&orderBy=x',
  'prototype names': '__proto__=1&constructor=2&__proto__[polluted]=3',
  'broken escapes': '%=%&%%%=1&key=%2',
  'very many names': Array.from({ length: 3_000 }, (_, index) => `a${index}`).join('&'),
}

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url')
const claims = {
  iss: 'https://securetoken.google.com/demo-app',
  aud: 'demo-app',
  sub: 'ada',
  iat: 0,
  exp: 4_000_000_000,
}

/** Values of an Authorization header, without its scheme. */
export const hostileTokens: Named<string> = {
  nothing: '',
  'three dots': '...',
  'two empty parts': '..',
  'no JSON': 'bm90.anNvbg.x',
  'parts that are null': `${encode(null)}.${encode(null)}.x`,
  'parts that are arrays': `${encode([])}.${encode([])}.${encode([])}`,
  'parts that are numbers': `${encode(1)}.${encode(2)}.3`,
  'no signature': `${encode({ alg: 'none' })}.${encode({ ...claims, exp: 'never' })}.`,
  'a signature with the public key as a secret': `${encode({ alg: 'HS256', kid: '__proto__' })}.${encode(claims)}.AAAA`,
  'a key that is a prototype': `${encode({ alg: 'RS256', kid: '__proto__' })}.${encode(claims)}.AAAA`,
  'a key that is a number': `${encode({ alg: 'RS256', kid: 7 })}.${encode(claims)}.AAAA`,
  'claims of wrong types': `${encode({ alg: 'none' })}.${encode({ iss: [], aud: {}, sub: 7, exp: {}, iat: 'x' })}.`,
  'a subject that is a prototype': `${encode({ alg: 'none' })}.${encode({ ...claims, sub: '__proto__' })}.x`,
  'a very long token': 'x'.repeat(8_000),
  'deep claims': `${encode({ alg: 'none' })}.${Buffer.from('['.repeat(3_000)).toString('base64url')}.`,
}

export const hostileTypes: Named<string> = {
  'a multipart without a boundary': 'multipart/related',
  'a multipart with an empty boundary': 'multipart/related; boundary=""',
  'a multipart with a long boundary': `multipart/related; boundary=${'b'.repeat(2_000)}`,
  'another multipart': 'multipart/form-data; boundary=b',
  'a form': 'application/x-www-form-urlencoded',
  'no type': ';;;=',
  'a very long type': `text/${'x'.repeat(3_000)}`,
}

/** Every one of these names set to one wrong value, in turn: the names that requests of the protocols have. */
export function wronglyTyped(names: readonly string[]): Named<string> {
  const wrong = [null, true, -1, 1.5, 'x', '', [], {}, [[]], [null], { a: { b: [] } }, [{ a: 1 }]]
  return Object.fromEntries(
    wrong.map((value) => [
      `all ${JSON.stringify(value)}`,
      JSON.stringify(Object.fromEntries(names.map((name) => [name, value]))),
    ]),
  )
}
