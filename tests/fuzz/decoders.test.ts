import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { targets } from './targets.ts'

const root = join(import.meta.dirname, '../..')
const decoder = /^export (?:async )?function\*? ((?:parse|decode|unpack)\w*)/gm

/** Decoders that no target watches, each with why. */
const unwatched: Readonly<Record<string, string>> = {
  decodeAccount: 'what the server has stored itself',
  decodeObjectRecord: 'what the server has stored itself',
  decodeUploadRecord: 'what the server has stored itself',
  decodePartition: 'what the server has stored itself',
  parsePartitionKey: 'what the server has stored itself',
  parseEntry: 'what the server has stored itself',
  unpackBatches: 'what the main thread sends to the writer',
  parseConfig: 'settings of whoever starts the server',
  parseCommentedJson: 'files of whoever starts the server',
  decodeBase32: 'secrets the server has made itself',
  decodeRegistration: 'a schema over JSON that was parsed by a watched decoder',
  decodeAssertion: 'a schema over JSON that was parsed by a watched decoder',
  decodeFactors: 'a schema over JSON that was parsed by a watched decoder',
  parseRequest: 'a schema over JSON that was parsed by a watched decoder',
  parseOutsideJson: 'JSON.parse, with a bound on depth',
  parseDay: 'one pattern over a short text',
  parseMetric: 'one pattern over a short text',
  parseDimension: 'one pattern over a short text',
}

test('every decoder is in a source that a target watches, or in the table with why not', () => {
  const watches = targets.flatMap((target) => target.watches)
  const sources = globSync(['apps/server/src/**/*.ts', 'packages/*/src/**/*.ts'], { cwd: root })
  const own = sources.filter((file) => !/\.test\.ts$|\.contract\.ts$|\/testing\//.test(file))
  const found = own
    .filter((file) => !watches.some((part) => `/${file}`.includes(part)))
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(decoder)].map(([, name = '']) => name))
  expect(found.toSorted()).toEqual(Object.keys(unwatched).toSorted())
})
