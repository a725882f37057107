import { formatFieldPath, parseFieldPath, validateDocumentPath, validateWritablePath } from '@hearth/model'
import { parseInstant, versionOf } from '../../../apps/server/src/protocols/firestore-codec/instant.ts'
import { DatabaseScope } from '../../../apps/server/src/protocols/firestore-codec/database-scope.ts'
import { decodeOrderText } from '../../../apps/server/src/protocols/firestore-codec/decode-order-text.ts'
import { type FuzzTarget, KIB, MIB } from '../fuzz-target.ts'
import { ignoreRefusal, same } from './judgement.ts'

const documents = 'projects/demo-app/databases/(default)/documents'
const scope = new DatabaseScope('demo-app', '(default)')

/** Every text of a request that has a grammar. */
export const nameTargets: readonly FuzzTarget[] = [
  {
    name: 'field-path',
    form: 'text',
    watches: ['/model/src/field-path.ts', '/model/src/utf8.ts'],
    seeds: ['a', 'a.b_1.c', '`a.b`.c', '`\\``', '`\\\\`.x', '__name__', 'é'],
    words: ['.', '`', '\\', '``', '__name__', '__x__', 'é', '\u{1f600}'],
    limitBytes: 11 * MIB,
    open: () => ({
      run(input) {
        const path = parseFieldPath(input.toString())
        same(parseFieldPath(formatFieldPath(path)), path)
        validateWritablePath(path)
      },
    }),
  },
  {
    name: 'resource-name',
    form: 'text',
    watches: ['/model/src/resource-path.ts', '/firestore-codec/database-scope.ts'],
    seeds: [documents, `${documents}/users/ada`, `${documents}/users/__id7__/posts/1`, 'projects/p/databases/other'],
    words: ['projects/', '/databases/', '(default)', '/documents', '/documents/', '/', '__id7__', '__x__', '..', '.'],
    limitBytes: 11 * MIB,
    open: () => ({
      run(input) {
        const name = input.toString()
        for (const read of [DatabaseScope.parse, DatabaseScope.ofName]) ignoreRefusal(() => read(name))
        ignoreRefusal(() => scope.parentPath(name))
        validateDocumentPath(scope.documentPath(name))
      },
    }),
  },
  {
    name: 'instant',
    form: 'text',
    watches: ['/model/src/timestamp.ts', '/firestore-codec/instant.ts'],
    seeds: ['2026-01-01T00:00:00Z', '0001-01-01T00:00:00.123456789Z', '9999-12-31T23:59:59.999999999-23:59'],
    words: ['T', 'Z', ':', '.', '+', '-', '60', '29', '0000'],
    limitBytes: 11 * MIB,
    open: () => ({ run: (input) => versionOf(parseInstant(input.toString()), 'read time') }),
  },
  {
    name: 'order-text',
    form: 'text',
    watches: ['/firestore-codec/decode-order-text.ts', '/model/src/field-path.ts'],
    seeds: ['a', 'a.b desc, `c d` asc', ' a , __name__ DESC '],
    words: [',', ' ', ' desc', ' asc', '`', '\t', '__name__'],
    limitBytes: 16 * KIB,
    open: () => ({ run: (input) => decodeOrderText(input.toString()) }),
  },
]
