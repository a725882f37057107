import { ada, filled, long, MIB, owner, type WorstInput, type WorstRequest } from './worst-input.ts'

const database = 'projects/demo-app/databases/(default)'
const root = `/v1/${database}/documents`
const bodyBytes = 11 * MIB
const deepPath = Array.from({ length: 750 }, () => 'a').join('.')

const post = (verb: string, body: string, headers = owner): WorstRequest => ({
  method: 'POST',
  path: `${root}:${verb}`,
  headers,
  body,
})

const name = (id: string): string => `${database}/documents/c/${id}`

/** A commit of one write; its parts fill the body. */
const write = (head: string, part: string | ((index: number) => string), tail: string): WorstRequest =>
  post('commit', filled(bodyBytes, `{"writes":[{${head}`, part, `${tail}}]}`))

const fieldsHead = `"update":{"name":"${name('x')}","fields":{`
const arrayHead = `${fieldsHead}"a":{"arrayValue":{"values":[`
const query = (head: string, part: string | ((index: number) => string), tail: string, verb = 'runQuery') =>
  post(verb, filled(bodyBytes, `{"structuredQuery":{"from":[{"collectionId":"c"}],${head}`, part, `${tail}}}`))

const equals = (field: string, value: string): string =>
  `{"fieldFilter":{"field":{"fieldPath":"${field}"},"op":"EQUAL","value":{"integerValue":"${value}"}}}`
const where = (op: string) =>
  `"where":{"fieldFilter":{"field":{"fieldPath":"a"},"op":"${op}","value":{"arrayValue":{"values":[`
const nested = (op: string): string => `{"compositeFilter":{"op":"${op}","filters":[`

export const documentInputs: readonly WorstInput[] = [
  {
    decoder: 'JSON of documents: writes',
    limit: '11 MiB',
    routes: [/documents:(commit|batchWrite) \(firestore-rest\)/, /(POST|PATCH) .*documents\/\*path \(firestore-rest\)/],
    answers:
      /^400 .*(more than \d{6,7} (values|items|members)|at most 100000 (values|fields)|(longer|larger) than \d+ bytes|An integer value|A double value|A timestamp|Invalid property path)/,
    shapes: {
      'millions of empty writes': () => post('commit', filled(bodyBytes, '{"writes":[', '{}', ']}')),
      'deletes of one document': () =>
        post('commit', filled(bodyBytes, '{"writes":[', `{"delete":"${name('x')}"}`, ']}')),
      'very many fields': () => write(fieldsHead, (i) => `"f${i}":{"nullValue":null}`, '}}'),
      'an array of nulls': () => write(arrayHead, '{"nullValue":null}', ']}}}}'),
      'an array of integers': () => write(arrayHead, '{"integerValue":"1"}', ']}}}}'),
      'an array of maps': () => write(arrayHead, '{"mapValue":{"fields":{"a":{"nullValue":0}}}}', ']}}}}'),
      'an array of times': () => write(arrayHead, '{"timestampValue":"2026-01-01T00:00:00.123456Z"}', ']}}}}'),
      'one long text': () =>
        post('commit', long(bodyBytes, `{"writes":[{${fieldsHead}"a":{"stringValue":"`, 'é', '"}}}}]}')),
      'one long text of escapes': () =>
        post('commit', long(bodyBytes, `{"writes":[{${fieldsHead}"a":{"stringValue":"`, '\\u0000', '"}}}}]}')),
      'long bytes': () =>
        post('commit', long(bodyBytes, `{"writes":[{${fieldsHead}"a":{"bytesValue":"`, 'AAAA', '"}}}}]}')),
      'an integer of millions of digits': () =>
        post('commit', long(bodyBytes, `{"writes":[{${fieldsHead}"a":{"integerValue":"`, '9', '"}}}}]}')),
      'a number of millions of digits': () =>
        post('commit', long(bodyBytes, `{"writes":[{${fieldsHead}"a":{"doubleValue":`, '9', '}}}}]}')),
      'a time of millions of digits': () =>
        post(
          'commit',
          long(bodyBytes, `{"writes":[{${fieldsHead}"a":{"timestampValue":"2026-01-01T00:00:00.`, '9', '"}}}}]}'),
        ),
      'a name of millions of segments': () =>
        post('commit', long(bodyBytes, `{"writes":[{"delete":"${database}/documents`, '/a', '"}]}')),
      'a mask of many paths': () =>
        write('"update":{"name":"' + name('x') + '"},"updateMask":{"fieldPaths":[', (i) => `"f${i}"`, ']}'),
      'a mask of deep paths': () =>
        write(
          '"update":{"name":"' + name('x') + '"},"updateMask":{"fieldPaths":[',
          (i) => `"${deepPath.slice(0, 1480)}.f${i}"`,
          ']}',
        ),
      'a mask of paths in each other': () =>
        write(
          '"update":{"name":"' + name('x') + '"},"updateMask":{"fieldPaths":[',
          (i) => `"${deepPath.slice(0, 1 + 2 * (i % 740))}"`,
          ']}',
        ),
      'a mask of quoted paths': () =>
        write(
          '"update":{"name":"' + name('x') + '"},"updateMask":{"fieldPaths":[',
          '"`' + '\\\\`'.repeat(400) + '`"',
          ']}',
        ),
      'a million transforms': () =>
        write(
          '"update":{"name":"' + name('x') + '"},"updateTransforms":[',
          (i) => `{"fieldPath":"f${i}","increment":{"integerValue":1}}`,
          ']',
        ),
      'a union of many': () =>
        write(
          '"update":{"name":"' +
            name('x') +
            '"},"updateTransforms":[{"fieldPath":"a","appendMissingElements":{"values":[',
          (i) => `{"integerValue":"${i}"}`,
          ']}}]',
        ),
      'a removal of many maps': () =>
        write(
          '"update":{"name":"' +
            name('x') +
            '","fields":{"a":{"arrayValue":{"values":[' +
            Array.from({ length: 2000 }, (_, i) => `{"mapValue":{"fields":{"k":{"integerValue":"${i}"}}}}`).join(',') +
            ']}}}},"updateTransforms":[{"fieldPath":"a","removeAllFromArray":{"values":[',
          (i) => `{"mapValue":{"fields":{"k":{"integerValue":"-${i}"}}}}`,
          ']}}]',
        ),
      'a million unknown members': () =>
        post(
          'commit',
          filled(bodyBytes, '{', (i) => `"x${i}":1`, '}'),
        ),
      'many fields in a patch': () => ({
        method: 'PATCH',
        path: `${root}/c/x`,
        headers: owner,
        body: filled(bodyBytes, '{"fields":{', (i) => `"x${i}":{"nullValue":null}`, '}}'),
      }),
      'many fields in a creation': () => ({
        method: 'POST',
        path: `${root}/c`,
        headers: owner,
        body: filled(bodyBytes, '{"fields":{', (i) => `"x${i}":{"mapValue":{}}`, '}}'),
      }),
    },
  },
  {
    decoder: 'JSON of documents: queries',
    limit: '11 MiB',
    routes: [/:(runQuery|runAggregationQuery|partitionQuery|listCollectionIds|executePipeline) \(firestore-rest\)/],
    answers:
      /^400 .*(more than \d{6,7} (values|items|members)|more than 100 filters|at most 100000 (values|fields)|(longer|larger) than \d+ bytes|64-bit integer|page token is invalid|collection ?id)/i,
    shapes: {
      'orders of many fields': () => query('"orderBy":[', (i) => `{"field":{"fieldPath":"f${i}"}}`, ']'),
      'orders of deep fields': () =>
        query('"orderBy":[', (i) => `{"field":{"fieldPath":"${deepPath.slice(0, 1480)}.f${i}"}}`, ']'),
      'selected fields': () => query('"select":{"fields":[', (i) => `{"fieldPath":"f${i}"}`, ']}'),
      'selected fields in each other': () =>
        query('"select":{"fields":[', (i) => `{"fieldPath":"${deepPath.slice(0, 1 + 2 * (i % 740))}"}`, ']}'),
      'a conjunction of many': () => query(`"where":${nested('AND')}`, (i) => equals('a', String(i)), ']}}'),
      'a deep filter of many': () =>
        query(
          `"where":${nested('AND').concat(nested('OR')).repeat(14)}`,
          (i) => equals('a', String(i)),
          ']}}'.repeat(28),
        ),
      'empty composites': () => query(`"where":${nested('AND')}`, `${nested('OR')}]}}`, ']}}'),
      'a long in-list': () => query(where('IN'), (i) => `{"integerValue":"${i}"}`, ']}}}}'),
      'a long array-contains-any': () => query(where('ARRAY_CONTAINS_ANY'), (i) => `{"stringValue":"${i}"}`, ']}}}}'),
      'one large operand': () =>
        query(
          '"where":{"fieldFilter":{"field":{"fieldPath":"a"},"op":"EQUAL","value":{"arrayValue":{"values":[',
          (i) => `{"mapValue":{"fields":{"k${i}":{"nullValue":0}}}}`,
          ']}}}}',
        ),
      'thirty large operands': () =>
        query(
          where('IN'),
          `{"arrayValue":{"values":[${Array.from({ length: 20_000 }, () => '{"integerValue":"1"}').join(',')}]}}`,
          ']}}}}',
        ),
      'a large cursor value': () =>
        query(
          '"orderBy":[{"field":{"fieldPath":"a"}}],"startAt":{"values":[{"mapValue":{"fields":{',
          (i) => `"k${i}":{"nullValue":0}`,
          '}}}]}',
        ),
      'a long vector': () =>
        query(
          '"findNearest":{"vectorField":{"fieldPath":"v"},"limit":3,"distanceMeasure":"COSINE","queryVector":{"mapValue":{"fields":{"__type__":{"stringValue":"__vector__"},"value":{"arrayValue":{"values":[',
          '{"doubleValue":1}',
          ']}}}}}}',
        ),
      'many collections': () =>
        post('runQuery', filled(bodyBytes, '{"structuredQuery":{"from":[', '{"collectionId":"c"}', ']}}')),
      'many aggregations': () =>
        post(
          'runAggregationQuery',
          filled(
            bodyBytes,
            '{"structuredAggregationQuery":{"structuredQuery":{"from":[{"collectionId":"c"}]},"aggregations":[',
            (i) => `{"alias":"a${i}","sum":{"field":{"fieldPath":"f${i}"}}}`,
            ']}}',
          ),
        ),
      'a long partition count': () =>
        post(
          'partitionQuery',
          long(
            bodyBytes,
            '{"structuredQuery":{"from":[{"collectionId":"c","allDescendants":true}]},"partitionCount":"',
            '9',
            '"}',
          ),
        ),
      'a long page token': () => post('listCollectionIds', long(bodyBytes, '{"pageToken":"', 'A', '"}')),
      'a long collection id': () =>
        post('runQuery', long(bodyBytes, '{"structuredQuery":{"from":[{"collectionId":"', 'é', '"}]}}')),
      'a long field path': () => query('"orderBy":[{"field":{"fieldPath":"', 'a.a', '"}}]'),
    },
  },
  {
    decoder: 'JSON of documents: reads and transactions',
    limit: '11 MiB',
    // The last two are refused whatever their body is.
    routes: [/documents:(batchGet|beginTransaction|rollback|listen|write) \(firestore-rest\)/],
    answers: /^(200 \[\{"missing"|400 .*(more than \d{6,7} (values|items)|too long|A timestamp))/,
    shapes: {
      'one document over and over': () => post('batchGet', filled(bodyBytes, '{"documents":[', `"${name('x')}"`, ']}')),
      'many requests at once': () => ({
        ...post('batchGet', filled(MIB, '{"documents":[', `"${name('x')}"`, ']}')),
        times: 24,
      }),
      'hundreds of thousands of documents': () =>
        post(
          'batchGet',
          filled(bodyBytes, '{"documents":[', (i) => `"${name(String(i))}"`, ']}'),
        ),
      'a mask of many': () =>
        post(
          'batchGet',
          filled(bodyBytes, `{"documents":["${name('x')}"],"mask":{"fieldPaths":[`, (i) => `"f${i}"`, ']}}'),
        ),
      'a long transaction': () => post('rollback', long(bodyBytes, '{"transaction":"', 'A', '"}')),
      'a long retried transaction': () =>
        post('beginTransaction', long(bodyBytes, '{"options":{"readWrite":{"retryTransaction":"', 'A', '"}}}')),
      'a long read time': () =>
        post(
          'beginTransaction',
          long(bodyBytes, '{"options":{"readOnly":{"readTime":"2026-01-01T00:00:00.', '9', 'Z"}}}'),
        ),
      'empty objects': () => post('batchGet', filled(bodyBytes, '{"documents":[', '{}', ']}')),
      'objects of their own shape': () =>
        post(
          'batchGet',
          filled(bodyBytes, '{"documents":[', (i) => `{"k${i}":0}`, ']}'),
        ),
    },
  },
  {
    decoder: 'commits and reads under rules',
    limit: '20,000 writes, 10,000 documents',
    routes: [/documents:(commit|batchGet) \(firestore-rest\)/],
    prepare: (server) => publishRules(server),
    answers: /^200 /,
    shapes: {
      'as many creations as a commit holds': () =>
        post(
          'commit',
          manyWrites(
            (i) =>
              `{"update":{"name":"${name(`u${i}`)}","fields":{"n":{"integerValue":"${i}"},"owner":{"stringValue":"ada"}}}}`,
          ),
          ada,
        ),
      'as many updates': () =>
        post(
          'commit',
          manyWrites(
            (i) =>
              `{"update":{"name":"${name(`u${i}`)}","fields":{"n":{"integerValue":"${i + 1}"},"owner":{"stringValue":"ada"}}}}`,
          ),
          ada,
        ),
      'as many reads as a request holds': () =>
        post(
          'batchGet',
          `{"documents":[${Array.from({ length: 10_000 }, (_, i) => `"${name(`u${i}`)}"`).join(',')}]}`,
          ada,
        ),
      'as many missing documents': () =>
        post(
          'batchGet',
          `{"documents":[${Array.from({ length: 10_000 }, (_, i) => `"${name(`missing${i}`)}"`).join(',')}]}`,
          ada,
        ),
      'as many verifications': () =>
        post(
          'commit',
          manyWrites((i) => `{"verify":"${name(`u${i}`)}","currentDocument":{"exists":true}}`),
          ada,
        ),
      'as many deletes': () =>
        post(
          'commit',
          manyWrites((i) => `{"delete":"${name(`u${i}`)}"}`),
          ada,
        ),
      'a batch of many writes': () =>
        post(
          'batchWrite',
          `{"writes":[${Array.from({ length: 500 }, (_, i) => `{"update":{"name":"${name(`b${i}`)}","fields":{"n":{"integerValue":"${i}"}}}}`).join(',')}]}`,
        ),
      'documents of very many fields': () =>
        post(
          'commit',
          `{"writes":[${Array.from({ length: 10 }, (_, w) => `{"update":{"name":"${name(`wide${w}`)}","fields":{${Array.from({ length: 19_000 }, (_, i) => `"f${i}":{"integerValue":"${i}"}`).join(',')}}}}`).join(',')}]}`,
        ),
      'documents of very long arrays': () =>
        post(
          'commit',
          `{"writes":[${Array.from({ length: 10 }, (_, w) => `{"update":{"name":"${name(`wide${w}`)}","fields":{"a":{"arrayValue":{"values":[${Array.from({ length: 39_000 }, (_, i) => `{"integerValue":"${i}"}`).join(',')}]}}}}}`).join(',')}]}`,
        ),
      'a document of small maps in each other': () => post('commit', nestedMaps()),
      'a union with what is there': () => post('commit', nestedTransform('appendMissingElements', 3)),
      'a union with what is not there': () => post('commit', nestedTransform('appendMissingElements', -1)),
      'a removal of what is not there': () => post('commit', nestedTransform('removeAllFromArray', -9)),
      'an update of another field': () =>
        post(
          'commit',
          `{"writes":[{"update":{"name":"${name('nested')}","fields":{"z":{"integerValue":"${Date.now()}"}}},"updateMask":{"fieldPaths":["z"]}}]}`,
        ),
    },
  },
]

const nestedCount = 33_000
const nestedMap = (i: number): string =>
  `{"mapValue":{"fields":{"a":{"mapValue":{"fields":{"b":{"integerValue":"${i}"}}}}}}}`

function nestedMaps(): string {
  const values = Array.from({ length: nestedCount }, (_, i) => nestedMap((i * 7919) % nestedCount))
  return `{"writes":[{"update":{"name":"${name('nested')}","fields":{"l":{"arrayValue":{"values":[${values.join(',')}]}}}}}]}`
}

function nestedTransform(operation: string, operand: number): string {
  const transform = `{"fieldPath":"l","${operation}":{"values":[${nestedMap(operand)}]}}`
  return `{"writes":[{"transform":{"document":"${name('nested')}","fieldTransforms":[${transform}]}}]}`
}

function manyWrites(writeOf: (index: number) => string): string {
  return `{"writes":[${Array.from({ length: 20_000 }, (_, i) => writeOf(i)).join(',')}]}`
}

const rules = `rules_version = '2';
service cloud.firestore { match /databases/{database}/documents { match /c/{id} {
  function isOwner(document) { return document.data.owner == request.auth.uid; }
  allow get: if request.auth != null && (resource == null || isOwner(resource));
  allow create: if isOwner(request.resource) && request.resource.data.keys().hasAll(['n', 'owner'])
    && request.resource.data.n is int && request.resource.data.owner.matches('[a-z]+');
  allow update: if isOwner(resource) && isOwner(request.resource)
    && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['n']);
  allow delete: if resource == null || isOwner(resource);
} match /large/{id} { allow read: if resource.data.owner == request.auth.uid; } } }`

/** Those of this table unless told. */
export async function publishRules({ origin }: { readonly origin: string }, content = rules): Promise<void> {
  const address = `${origin}/emulator/v1/projects/demo-app:securityRules`
  const body = JSON.stringify({ rules: { files: [{ content }] } })
  const answer = await fetch(address, { method: 'PUT', headers: owner, body })
  if (!answer.ok) throw new Error(`The rules were not taken: ${await answer.text()}`)
}
