import { decodePageToken, encodePageToken } from '../../../apps/server/src/documents/page-token.ts'
import { decodeResumeToken, encodeResumeToken } from '../../../apps/server/src/documents/listen/resume-token.ts'
import {
  decodeTransaction,
  encodeTransaction,
} from '../../../apps/server/src/protocols/firestore-codec/decode-consistency.ts'
import { type FuzzTarget, MIB } from '../fuzz-target.ts'
import { same } from './judgement.ts'

const epoch = '0123456789abcdef'

/** What a client takes as opaque and sends back. */
export const tokenTargets: readonly FuzzTarget[] = [
  {
    name: 'page-token',
    form: 'text',
    watches: ['/documents/page-token.ts'],
    seeds: [encodePageToken('users', 'users/ada'), encodePageToken('', ''), 'W10'],
    limitBytes: 11 * MIB,
    open: () => ({
      run(input) {
        const position = decodePageToken('users', input.toString())
        same(decodePageToken('users', encodePageToken('users', position)), position)
      },
    }),
  },
  {
    name: 'resume-token',
    form: 'bytes',
    watches: ['/listen/resume-token.ts'],
    seeds: [encodeResumeToken(epoch, '(default)', 1_700_000_000_000_000), encodeResumeToken(epoch, 'other', 0), ''],
    limitBytes: 11 * MIB,
    open: () => ({
      run(input) {
        const version = decodeResumeToken(epoch, '(default)', input)
        if (version !== undefined) same(Buffer.from(encodeResumeToken(epoch, '(default)', version)), input)
      },
    }),
  },
  {
    name: 'transaction-id',
    form: 'bytes',
    watches: ['/firestore-codec/decode-consistency.ts'],
    seeds: [encodeTransaction(`t1.${'A'.repeat(32)}`), '', 'é'],
    limitBytes: 11 * MIB,
    open: () => ({
      run(input) {
        const id = decodeTransaction(input)
        if (id !== undefined) same(Buffer.from(encodeTransaction(id)), input)
      },
    }),
  },
]
