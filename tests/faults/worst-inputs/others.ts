import { post, project, withLists, withTexts } from './bodies.ts'
import { filled, KIB, long, owner, type WorstInput, type WorstRequest } from './worst-input.ts'

const permissionsPath = `/v1/${project}:testIamPermissions`

const adminNames =
  'name displayName type email uid role origins fids keys action description source text subject html url secret packageName'

const small = 64 * KIB

export const otherInputs: readonly WorstInput[] = [
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
