import { gzipSync } from 'node:zlib'
import type { HostedServer } from '../../../apps/server/src/testing/hosted-server.ts'
import { filled, KIB, long, MIB, owner, type WorstInput, type WorstRequest } from './worst-input.ts'

const project = 'projects/demo-app'

const post = (path: string, body: string, method = 'POST'): WorstRequest => ({ method, path, headers: owner, body })

/** A body whose members are each as large as it may be, for what takes lists and texts of many names. */
const withLists = (bytes: number, names: string, item: string): string => {
  const all = names.split(' ')
  const share = Math.floor(bytes / all.length) - 8
  return `{${all.map((name) => filled(share, `"${name}":[`, item, ']')).join(',')}}`
}
const withTexts = (bytes: number, names: string, character: string): string => {
  const all = names.split(' ')
  const share = Math.floor(bytes / all.length) - 8
  return `{${all.map((name) => long(share, `"${name}":"`, character, '"')).join(',')}}`
}

const open = "rules_version = '2'; service cloud.firestore { match /databases/{d}/documents { "
const head = `${open}match /x/{y} { allow read: if `
const tail = '; } } }'

function doubling(levels: number): string {
  const functions = Array.from({ length: levels }, (_, i) => `function f${i}() { return f${i + 1}() || f${i + 1}(); }`)
  return `${open}${functions.join('\n')} function f${levels}() { return true; } match /x/{y} { allow read: if f0(); } } }`
}

function indexes(body: string): WorstRequest {
  return post(`/hearth/v1/${project}/databases/(default)/indexes`, body)
}

function providerAnswer(filling: string, body = filling.repeat((190 * KIB) / 3)): WorstRequest {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { method: 'POST', path: '/__/auth/callback', headers, body }
}

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

const permissionsPath = `/v1/${project}:testIamPermissions`

/** Few bytes on the wire, and many such requests at once. */
function packed({ headers, body = '', ...request }: WorstRequest, times: number): WorstRequest {
  return { ...request, headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(body), times }
}

function grant(body: string, contentType = 'application/x-www-form-urlencoded'): WorstRequest {
  return { method: 'POST', path: '/token', headers: { 'content-type': contentType }, body }
}

/** A form of parts, filled with the last of what is given. */
function grantForm(...parts: readonly string[]): WorstRequest {
  const head = parts.slice(0, -1).join('')
  return grant(long(32 * KIB, head, parts.at(-1) ?? '', '\r\n--x--'), 'multipart/form-data; boundary=x')
}

const accountNames =
  'email password idToken localId displayName photoUrl phoneNumber customAttributes deleteAttribute deleteProvider validSince oobCode continueUrl identifier returnSecureToken token'
const adminNames =
  'name displayName type email uid role origins fids keys action description source text subject html url secret packageName'

/** The app that events are reported of, once there is one. */
const app = { measurementId: '', secret: '' }
const capability = (): string => `measurement_id=${app.measurementId}&api_secret=${app.secret}`

async function registerApp(server: HostedServer): Promise<void> {
  const own = `/hearth/v1/${project}`
  const { config } = (await prepared(server, `${own}/apps`, '{"name":"Shop","platform":"web"}')) as {
    readonly config: { readonly appId: string; readonly measurementId: string }
  }
  const body = JSON.stringify({ appId: config.appId, name: 'Billing' })
  const { secret } = (await prepared(server, `${own}/analytics/secrets`, body)) as { readonly secret: string }
  Object.assign(app, { measurementId: config.measurementId, secret })
}

/** What is answered. Rejects unless it is made. */
async function prepared({ origin }: HostedServer, path: string, body: string): Promise<unknown> {
  const answer = await fetch(origin + path, { method: 'POST', headers: owner, body })
  if (!answer.ok) throw new Error(`${path} was not taken: ${await answer.text()}`)
  return await answer.json()
}

const accounts = `/v1/${project}/accounts`
const small = 64 * KIB

export const otherInputs: readonly WorstInput[] = [
  {
    decoder: 'bodies of accounts',
    limit: '64 KiB',
    routes: [/\((identity-toolkit|secure-token|sign-in-window|action-page)\)/],
    answers: /^(200 |400 .*(not valid at|INVALID_|MISSING_|UNEXPECTED_|LOCAL_ID_LIST))/,
    shapes: Object.fromEntries(
      [
        '/v1/accounts:signUp',
        '/v1/accounts:update',
        '/v1/accounts:lookup',
        '/v1/accounts:sendOobCode',
        '/v1/accounts:signInWithIdp',
        '/v1/accounts:signInWithPassword',
        '/v1/accounts:createAuthUri',
        '/v1/accounts:signInWithCustomToken',
        '/v1/accounts:sendVerificationCode',
        '/v2/accounts/mfaEnrollment:start',
        '/v2/accounts/passkeyEnrollment:start',
        '/v2/accounts/passkeySignIn:start',
        accounts,
        `${accounts}:update`,
        `${accounts}:lookup`,
        `${accounts}:batchDelete`,
        `${accounts}:query`,
        `/v2/${project}/tenants`,
        `/v2/${project}/oauthIdpConfigs`,
      ].flatMap((path) => [
        [`lists for ${path}`, () => post(path, withLists(small, accountNames, '1'))],
        [`texts for ${path}`, () => post(path, withTexts(small, accountNames, 'a@'))],
        [`dots for ${path}`, () => post(path, withTexts(small, accountNames, '.a'))],
      ]),
    ),
  },
  {
    decoder: 'requests for access tokens, forms of both encodings',
    limit: '32 KiB',
    routes: [/\(oauth\)/],
    answers: /^4(00|15) .*(invalid_request|invalid_grant|unsupported_grant_type)/,
    shapes: {
      'parts without an end': () => grantForm('--x\r\n'),
      'empty parts': () => grantForm('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'),
      'lines of a head': () => grantForm('--x\r\n', 'a: b\r\n'),
      'almost boundaries': () => grantForm('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n', '\r\n--'),
      'a long assertion': () => grant(long(32 * KIB, 'refresh_token=', 'e', '&grant_type=refresh_token')),
      'an assertion of dots': () => grant(long(32 * KIB, 'refresh_token=', '.', '&grant_type=refresh_token')),
      'percent signs': () => grant(long(32 * KIB, 'refresh_token=', '%', '&grant_type=refresh_token')),
      'packed parts': () => packed(grantForm('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'), 100),
      fields: () => ({ ...grant(long(32 * KIB, '', 'a&', '')), times: 30 }),
    },
  },
  {
    decoder: 'permissions that a tool asks about',
    limit: '64 KiB',
    routes: [/\(project-management\)/],
    answers: /^400 .*at most 100 texts/,
    shapes: {
      'many permissions': () => post(permissionsPath, filled(64 * KIB, '{"permissions":[', '"a.b.c"', ']}')),
      'long permissions': () => post(permissionsPath, long(64 * KIB, '{"permissions":["', 'datastore.', '"]}')),
    },
  },
  {
    decoder: 'bodies of accounts: what is known to be long',
    limit: '64 KiB',
    routes: [/\(identity-toolkit\)/],
    answers:
      /^(200 |400 .*(INVALID_(EMAIL|PHONE_NUMBER|PHOTO_URL|CONFIG)|PASSWORD_DOES_NOT_MEET_REQUIREMENTS|CLAIMS_TOO_LARGE|at most \d+ |LOCAL_ID_LIST_EXCEEDS_LIMIT|INVALID_REFRESH_TOKEN|INVALID_REQ_TYPE|not valid at))/,
    shapes: {
      'packed lists, of many': () => packed(post('/v1/accounts:update', withLists(small, accountNames, '[]')), 60),
      'an address of nothing but at signs': () => post(accounts, long(small, '{"email":"', '@', '"}')),
      'an address of many labels': () => post(accounts, long(small, '{"email":"a@', 'a.', '"}')),
      'an address of spaces': () => post(accounts, long(small, '{"email":"', ' ', 'x"}')),
      'a telephone number': () => post(accounts, long(small, '{"phoneNumber":"+', '1', '"}')),
      'an address of a picture': () => post(accounts, long(small, '{"photoUrl":"http://', 'a.', '"}')),
      'a password': () => post(accounts, long(small, '{"email":"a@b.example","password":"', 'Aa1!', '"}')),
      'deep claims': () =>
        post(`${accounts}:update`, `{"localId":"x","customAttributes":"{${'\\"a\\":{'.repeat(450)}"}`),
      'claims of brackets': () =>
        post(`${accounts}:update`, long(small, '{"localId":"x","customAttributes":"', '[', '"}')),
      'people to look up': () =>
        post(
          `${accounts}:lookup`,
          filled(small, '{"localId":[', (i) => `"${i}"`, ']}'),
        ),
      'people to delete': () =>
        post(
          `${accounts}:batchDelete`,
          filled(small, '{"force":true,"localIds":[', (i) => `"${i}"`, ']}'),
        ),
      'factors of an account': () =>
        post(
          `${accounts}:update`,
          filled(small, '{"localId":"x","mfa":{"enrollments":[', '{"phoneInfo":"+15555550100"}', ']}}'),
        ),
      'domains of a project': () =>
        post(
          `/v2/${project}/config?updateMask=authorizedDomains`,
          filled(small, '{"authorizedDomains":[', (i) => `"a${i}.example"`, ']}'),
          'PATCH',
        ),
      'a mask of a configuration': () =>
        post(`/v2/${project}/config?updateMask=${'signIn.'.repeat(1000)}`, '{"signIn":{}}', 'PATCH'),
      'telephone numbers for tests': () =>
        post(
          `/v2/${project}/config?updateMask=signIn`,
          filled(small, '{"signIn":{"phoneNumber":{"testPhoneNumbers":{', (i) => `"+1555${i}":"123456"`, '}}}}'),
          'PATCH',
        ),
      'regions of a tenant': () =>
        post(
          `/v2/${project}/tenants`,
          filled(
            small,
            '{"displayName":"tenant","smsRegionConfig":{"allowlistOnly":{"allowedRegions":[',
            '"DE"',
            ']}}}',
          ),
        ),
      'a token of a session': () =>
        post('/v1/token', long(small, '{"grant_type":"refresh_token","refresh_token":"', 'a.', '"}')),
      'a filter of many': () =>
        post(`${accounts}:query`, filled(small, '{"expression":[', '{"email":"a@b.example"}', ']}')),
    },
  },
  {
    decoder: 'answers of providers by a form',
    limit: '192 KiB',
    routes: [/auth\/callback \(sign-in-window\)/],
    answers: /^4(00|15) /,
    shapes: {
      fields: () => providerAnswer('a=&'),
      'packed fields': () => packed(providerAnswer('', 'a&'.repeat(96 * KIB)), 20),
      'states of separators': () => providerAnswer('', `state=${'~'.repeat(100 * KIB)}`),
      'escaped letters': () => providerAnswer('', `SAMLResponse=${'%3C'.repeat(60 * KIB)}`),
    },
  },
  {
    decoder: 'imports of accounts',
    limit: '8 MiB, 1,000 accounts',
    routes: [/accounts:batchCreate \(identity-toolkit\)/],
    answers: /^(200 |400 .*Too big)/,
    shapes: {
      'a million numbers': () => post(`${accounts}:batchCreate`, filled(8 * MIB, '{"users":[', '1111111', ']}')),
      'a million accounts': () => post(`${accounts}:batchCreate`, filled(8 * MIB, '{"users":[', '{"email":"a"}', ']}')),
      'a million factors': () =>
        post(
          `${accounts}:batchCreate`,
          filled(8 * MIB, '{"users":[{"localId":"x","mfaInfo":[', '{"phoneInfo":""}', ']}]}'),
        ),
      'a million providers': () =>
        post(
          `${accounts}:batchCreate`,
          filled(8 * MIB, '{"users":[{"localId":"x","providerUserInfo":[', '{"providerId":""}', ']}]}'),
        ),
      'a thousand with passwords': () =>
        post(
          `${accounts}:batchCreate`,
          `{"hashAlgorithm":"PBKDF2_SHA256","rounds":100000,"users":[${Array.from({ length: 1000 }, (_, i) => `{"localId":"u${i}","email":"u${i}@a.example","passwordHash":"AAAAAAAAAAAAAAAAAAAAAA","salt":"AAAA"}`).join(',')}]}`,
        ),
      'a thousand with long texts': () =>
        post(
          `${accounts}:batchCreate`,
          `{"users":[${Array.from({ length: 1000 }, (_, i) => `{"localId":"v${i}","customAttributes":"{\\"a\\":\\"${'x'.repeat(900)}\\"}","displayName":"${'é '.repeat(2000)}"}`).join(',')}]}`,
        ),
    },
  },
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
  {
    decoder: 'events',
    limit: 'of a batch',
    routes: [/\(measurement\)/],
    prepare: registerApp,
    answers: /^(200 \{"validationMessages|400 .*(at most 25))/i,
    shapes: {
      'events without anything': () =>
        post(
          '/hearth/v1/collect',
          filled(120 * KIB, `{"measurementId":"${app.measurementId}","clientId":"1.2","events":[`, '{}', ']}'),
        ),
      'parameters of an event': () =>
        post(
          '/hearth/v1/collect',
          filled(
            120 * KIB,
            `{"measurementId":"${app.measurementId}","clientId":"1.2","events":[{"name":"a","params":{`,
            (i) => `"p${i}":1`,
            '}}]}',
          ),
        ),
      'events of a server': () =>
        post(`/mp/collect?${capability()}`, filled(120 * KIB, '{"client_id":"1.2","events":[', '{"name":"a"}', ']}')),
      'items of an event': () =>
        post(
          `/debug/mp/collect?${capability()}`,
          filled(120 * KIB, '{"client_id":"1.2","events":[{"name":"a","params":{"items":[', '{"item_id":"x"}', ']}}]}'),
        ),
      'properties of a user': () =>
        post(
          `/debug/mp/collect?${capability()}`,
          filled(120 * KIB, '{"client_id":"1.2","user_properties":{', (i) => `"p${i}":{"value":1}`, '},"events":[]}'),
        ),
    },
  },
  {
    decoder: 'report requests',
    limit: '256 KiB',
    routes: [/\(analytics-data\)/, /analytics\/(report|realtime-report|funnel) \(hearth-admin\)/],
    answers: /^400 .*(at most \d+ |Too big|It is EXACT|There are 1 to 5)/,
    shapes: {
      'many dimensions': () =>
        post(
          '/v1beta/properties/demo-app:runReport',
          filled(256 * KIB, '{"dimensions":[', (i) => `{"name":"d${i}"}`, ']}'),
        ),
      'one metric over and over': () =>
        post(
          '/v1beta/properties/demo-app:runReport',
          filled(256 * KIB, '{"metrics":[', '{"name":"activeUsers"}', ']}'),
        ),
      'many ranges': () =>
        post(
          '/v1beta/properties/demo-app:runReport',
          filled(256 * KIB, '{"dateRanges":[', '{"startDate":"7daysAgo","endDate":"today"}', ']}'),
        ),
      'many filters': () =>
        post(
          '/v1beta/properties/demo-app:runReport',
          filled(
            256 * KIB,
            '{"metrics":[{"name":"activeUsers"}],"dateRanges":[{"startDate":"today","endDate":"today"}],"dimensionFilter":{"andGroup":{"expressions":[',
            '{"filter":{"fieldName":"country","stringFilter":{"value":"x"}}}',
            ']}}}',
          ),
        ),
      'a pattern of a filter': () =>
        post(
          '/v1beta/properties/demo-app:runReport',
          long(
            256 * KIB,
            '{"metrics":[{"name":"activeUsers"}],"dateRanges":[{"startDate":"today","endDate":"today"}],"dimensionFilter":{"filter":{"fieldName":"country","stringFilter":{"matchType":"FULL_REGEXP","value":"',
            '(a*)*',
            '"}}}}',
          ),
        ),
      'values of a list': () =>
        post(
          '/v1beta/properties/demo-app:runReport',
          filled(
            256 * KIB,
            '{"metrics":[{"name":"activeUsers"}],"dateRanges":[{"startDate":"today","endDate":"today"}],"dimensionFilter":{"filter":{"fieldName":"country","inListFilter":{"values":[',
            (i) => `"${i}"`,
            ']}}}}',
          ),
        ),
      'many reports': () =>
        post('/v1beta/properties/demo-app:batchRunReports', filled(256 * KIB, '{"requests":[', '{}', ']}')),
      'steps of a funnel': () =>
        post('/hearth/v1/projects/demo-app/analytics/funnel', filled(60 * KIB, '{"steps":[', '{"name":"a"}', ']}')),
      orders: () =>
        post(
          '/v1beta/properties/demo-app:runReport',
          filled(
            256 * KIB,
            '{"metrics":[{"name":"activeUsers"}],"orderBys":[',
            '{"metric":{"metricName":"activeUsers"}}',
            ']}',
          ),
        ),
    },
  },
  {
    decoder: 'rules',
    limit: '3 MiB, 256 KiB of a source',
    routes: [/\((rules-api|emulator-control)\)/, /rules-(replay|tests)/],
    answers: /^200 \{"issues"/,
    shapes: Object.fromEntries(
      Object.entries({
        'open brackets': long(250 * KIB, head, '(', ''),
        'deep brackets': `${head}${'('.repeat(20_000)}true${')'.repeat(20_000)}${tail}`,
        'a chain of conditions': long(250 * KIB, `${head}true`, ' && true', tail),
        'a chain of members': long(250 * KIB, `${head}request`, '.a', tail),
        'a chain of indexes': long(250 * KIB, `${head}request`, '[0]', tail),
        'a chain of negations': long(250 * KIB, head, '!', `true${tail}`),
        'a chain of questions': long(250 * KIB, head, 'true ? true : ', `true${tail}`),
        'a list of numbers': long(250 * KIB, `${head}1 in [1`, ',1', `]${tail}`),
        'functions that call each other': doubling(60),
        'a thousand functions': `${open}${Array.from({ length: 4000 }, (_, i) => `function f${i}() { return f${i + 1}(); }`).join('\n')} match /x/{y} { allow read: if f0(); } } }`,
        'functions of one name': `${open}${Array.from({ length: 6000 }, () => 'function f() { return true; }').join('\n')} } }`,
        variables: `${open} match /x/{y} { function f() { ${Array.from({ length: 8000 }, (_, i) => `let v${i} = 1;`).join(' ')} return v1; } allow read: if f(); } } }`,
        'matches in each other': `${open}${'match /a/{b} { '.repeat(8000)}${'} '.repeat(8000)}} }`,
        'matches of one path': `${open}${'match /a/{b} { allow read; } '.repeat(8000)}} }`,
        'a long path': `${open}match ${'/a/{b}'.repeat(30_000)} { allow read; } } }`,
        'an open comment': long(250 * KIB, open, '/*', ''),
        'an open text': long(250 * KIB, `${head}'`, '\\\\', ''),
        'a long text': long(250 * KIB, `${head}'`, '\\u0041', `' == ''${tail}`),
        'a pattern': long(250 * KIB, `${head}'a'.matches('`, '(a*)*', `')${tail}`),
        'a pattern of brackets': long(250 * KIB, `${head}'a'.matches('`, '[', `')${tail}`),
        patterns: `${open}${Array.from({ length: 4000 }, (_, i) => `match /c${i}/{b} { allow read: if b.matches('(a|b${i})*c{1,9}'); }`).join('\n')} } }`,
        'nothing that is known': long(250 * KIB, '', '@', ''),
        'line breaks': long(250 * KIB, head, '\n', `unknown${tail}`),
        errors: long(250 * KIB, open, 'match /x { allow x: if y; }\n', '} }'),
        'broken statements': long(250 * KIB, '', 'a;', ''),
        'parameters of a function': filled(250 * KIB, `${open}function f(`, (i) => `p${i}`, ') { return 1; } } }'),
        'patterns that are put together': `${open}${Array.from({ length: 1600 }, (_, i) => `function f${i}(a) { return ''.matches('${i}' + a); }`).join('\n')} match /x/{y} { allow read: if ${Array.from({ length: 20 }, (_, i) => `f${i}('${'a'.repeat(4900)}${i}')`).join(' || ')}; } } }`,
        'functions of one name, each in a block, and calls': `${open}${Array.from({ length: 2800 }, (_, i) => `match /c${i} { function f(a) { return a; } }`).join('\n')} function f(a) { return a; } match /x/{y} { allow read: if ${filled(120 * KIB, '1 in [', 'f(1)', ']')}; } } }`,
      }).map(([name, content]) => [
        name,
        () =>
          post(
            `/v1/${project}:test`,
            JSON.stringify({ source: { files: [{ name: 'firestore.rules', content }] }, testSuite: { testCases: [] } }),
          ),
      ]),
    ),
  },
  {
    decoder: 'suites of tests of rules',
    limit: '3 MiB',
    routes: [/projects\/:project:test \(rules-api\)/, /rules-tests/],
    answers: /^400 .*Too big/,
    shapes: {
      'cases without anything': () =>
        post(
          `/v1/${project}:test`,
          filled(
            3 * MIB - KIB,
            `{"source":{"files":[{"name":"a","content":""}]},"testSuite":{"testCases":[`,
            '{"a":1}',
            ']}}',
          ),
        ),
      cases: () =>
        post(
          `/v1/${project}:test`,
          filled(
            3 * MIB - KIB,
            `{"source":{"files":[{"name":"a","content":"rules_version='2'; service cloud.firestore { match /databases/{d}/documents { match /{x=**} { allow read: if request.auth != null; } } }"}]},"testSuite":{"testCases":[`,
            '{"expectation":"ALLOW","request":{"path":"/databases/(default)/documents/a/b","method":"get"}}',
            ']}}',
          ),
        ),
      'files of a source': () =>
        post(`/v1/${project}/rulesets`, filled(3 * MIB - KIB, '{"source":{"files":[', '{"a":1}', ']}}')),
      'numbers instead of files': () =>
        post(`/v1/${project}/rulesets`, filled(3 * MIB - KIB, '{"source":{"files":[', '1111', ']}}')),
    },
  },
  {
    decoder: 'declarations of indexes',
    limit: '1 MiB',
    routes: [/\/indexes \((hearth-admin|firestore-admin)\)/, /\(firestore-admin\)/],
    answers: /^(400 .*Too big|429 .*TOO_MANY_INDEXES)/,
    shapes: {
      'numbers instead of indexes': () => indexes(filled(MIB, '{"indexes":[', '1', ']}')),
      'empty indexes': () => indexes(filled(MIB, '{"indexes":[', '{}', ']}')),
      indexes: () =>
        indexes(
          filled(
            MIB,
            '{"indexes":[',
            (i) =>
              `{"collectionGroup":"c${i}","queryScope":"COLLECTION","fields":[{"fieldPath":"a","order":"ASCENDING"},{"fieldPath":"b","order":"ASCENDING"}]}`,
            ']}',
          ),
        ),
      'fields of an index': () =>
        indexes(
          filled(
            MIB,
            '{"indexes":[{"collectionGroup":"c","queryScope":"COLLECTION","fields":[',
            (i) => `{"fieldPath":"f${i}","order":"ASCENDING"}`,
            ']}]}',
          ),
        ),
      overrides: () =>
        indexes(
          filled(MIB, '{"fieldOverrides":[', (i) => `{"collectionGroup":"c","fieldPath":"f${i}","indexes":[]}`, ']}'),
        ),
      'overrides of one field': () =>
        indexes(filled(MIB, '{"fieldOverrides":[', '{"collectionGroup":"c","fieldPath":"f","indexes":[]}', ']}')),
      'fields of one index': () =>
        post(
          `/v1/${project}/databases/(default)/collectionGroups/c/indexes`,
          filled(MIB, '{"queryScope":"COLLECTION","fields":[', '{"fieldPath":"a","order":"ASCENDING"}', ']}'),
        ),
      'numbers instead of fields': () =>
        post(
          `/v1/${project}/databases/(default)/collectionGroups/c/indexes`,
          filled(MIB, '{"queryScope":"COLLECTION","fields":[', '1', ']}'),
        ),
      'indexes of a field': () =>
        post(
          `/v1/${project}/databases/(default)/collectionGroups/c/fields/a`,
          filled(
            MIB,
            '{"indexConfig":{"indexes":[',
            '{"queryScope":"COLLECTION","fields":[{"fieldPath":"a","order":"ASCENDING"}]}',
            ']}}',
          ),
          'PATCH',
        ),
    },
  },
  {
    decoder: 'bodies of the console and of installations',
    limit: '64 KiB, 16 KiB',
    routes: [/\((hearth-admin|installations|dev-messages)\)/],
    answers: /^400 .*INVALID_REQUEST/,
    shapes: Object.fromEntries(
      [
        '/bulk-acts',
        '/service-keys',
        '/mail-templates:preview',
        '/test-mail',
        '/apps',
        '/api-keys',
        '/rules-replay',
        '/installations:revoke',
        '/analytics/secrets',
      ].flatMap((path) => [
        [`lists for ${path}`, () => post(`/hearth/v1/projects/demo-app${path}`, withLists(small, adminNames, '1'))],
        [`texts for ${path}`, () => post(`/hearth/v1/projects/demo-app${path}`, withTexts(small, adminNames, 'a.'))],
      ]),
    ),
  },
  {
    decoder: 'addresses and headers',
    limit: '16 KiB',
    routes: [],
    isForAll: true,
    answers: /^(200|400|404|401 .*ID token is not valid)/,
    shapes: Object.fromEntries(
      Object.entries<Record<string, string>>({
        cookies: { cookie: 'a=b;'.repeat(3900) },
        'cookies without a value': { cookie: ';'.repeat(15_000) },
        'dots in a token': { authorization: `Bearer ${'.'.repeat(15_000)}` },
        'a long token': { authorization: `Bearer ${'e30'.repeat(2500)}.${'e30'.repeat(2400)}.x` },
        'deep claims': {
          authorization: `Bearer e30.${Buffer.from(`{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`).toString('base64url')}.`,
        },
        hops: { 'x-forwarded-for': '1.1.1.1,'.repeat(1900) },
        ranges: { range: `bytes=${'0-0,'.repeat(3800)}` },
        tags: { 'if-none-match': '"a",'.repeat(3800) },
        spaces: { 'accept-language': `${' '.repeat(15_000)}x` },
        encodings: { 'accept-encoding': 'gzip;q=0,'.repeat(1700) },
      })
        .map(([name, headers]) => [
          name,
          () => ({ method: 'GET', path: '/v0/b/demo-app.appspot.com/o/x', headers: { ...owner, ...headers } }),
        ])
        .concat(
          Object.entries({
            'segments of a path': `/v1/${project}/databases/(default)/documents/${'a/'.repeat(7000)}a`,
            'escaped slashes': `/v1/${project}/databases/(default)/documents/${'%2F'.repeat(4500)}`,
            slashes: '/'.repeat(15_000),
            dots: '/..'.repeat(5000),
            'names in a query': `/v1/${project}/databases/(default)/documents/c?${'a&'.repeat(7000)}`,
            'a mask in a query': `/v1/${project}/databases/(default)/documents/c/x?${'mask.fieldPaths=a&'.repeat(800)}`,
            'orders in a query': `/v1/${project}/databases/(default)/documents/c?orderBy=${'a,'.repeat(7000)}a`,
            'a quoted order': `/v1/${project}/databases/(default)/documents/c?orderBy=${'%60'.repeat(4500)}`,
            'a page token': `/v1/${project}/databases/(default)/documents/c?pageToken=${'A'.repeat(15_000)}`,
            'a prefix of files': `/v0/b/demo-app.appspot.com/o?prefix=${'a/'.repeat(7000)}&delimiter=/`,
          }).map(([name, path]) => [name, () => ({ method: 'GET', path, headers: owner })]),
        ) as [string, () => WorstRequest][],
    ),
  },
]
