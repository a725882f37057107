import { gzipSync } from 'node:zlib'
import { post, project, withLists, withTexts } from './bodies.ts'
import { filled, KIB, long, MIB, type WorstInput, type WorstRequest } from './worst-input.ts'

function providerAnswer(filling: string, body = filling.repeat((190 * KIB) / 3)): WorstRequest {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { method: 'POST', path: '/__/auth/callback', headers, body }
}

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

const accounts = `/v1/${project}/accounts`

const small = 64 * KIB

export const accountInputs: readonly WorstInput[] = [
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
]
