import { Command } from 'commander'
import { expect, it } from 'vitest'
import { runCommand } from '../../testing/run-command.ts'
import { readHashFlags, withHashOptions } from './hash-options.ts'

function hashOf(flags: string) {
  return readHashFlags(withHashOptions(new Command()).parse(flags.split(' '), { from: 'user' }))
}

it('takes the flags of the vendor’s command line', () => {
  expect(hashOf('--hash-algo scrypt --hash-key AA== --salt-separator Bw== --rounds 8 --mem-cost 14')).toEqual({
    hashAlgorithm: 'SCRYPT',
    signerKey: 'AA==',
    saltSeparator: 'Bw==',
    rounds: 8,
    memoryCost: 14,
  })
  expect(hashOf('--hash-algo STANDARD_SCRYPT --mem-cost 1024 --parallelization 16 --block-size 8 --dk-len 64')).toEqual(
    { hashAlgorithm: 'STANDARD_SCRYPT', cpuMemCost: 1024, parallelization: 16, blockSize: 8, dkLen: 64 },
  )
})

it.each([
  ['accounts', 'Say what to do'],
  ['accounts import --project shop-app', "Missing required argument 'file'"],
  ['accounts import users.json', "Required option '--project <id>' not specified"],
  ['accounts import users.txt --project shop-app', 'ends in .json or .csv'],
  [
    'accounts export users.csv --project shop-app --include-totp-secrets',
    '--include-totp-secrets needs a JSON file without --portable',
  ],
  [
    'accounts export users.json --project shop-app --portable --include-totp-secrets',
    '--include-totp-secrets needs a JSON file without --portable',
  ],
  ['accounts import users.json --project shop-app --portable', "Unknown option '--portable'"],
  ['accounts import users.json --project shop-app --hash-algo ROT13', 'is none of HMAC_SHA512'],
  ['accounts import users.json --project shop-app --hash-algo constructor', 'is none of HMAC_SHA512'],
  [
    'accounts import users.json --project shop-app --hash-algo SCRYPT --rounds 8 --mem-cost 14',
    '--hash-key is missing',
  ],
  [
    'accounts import users.json --project shop-app --hash-algo SHA256',
    '--rounds must be a whole number from 1 to 8192',
  ],
  ['accounts import users.json --project shop-app --hash-algo BCRYPT --rounds 3', '--rounds is no parameter of BCRYPT'],
  ['accounts import users.json --project shop-app --rounds 3', 'say --hash-algo as well'],
  ['accounts import users.json --project shop-app --hash-algo BCRYPT --without-passwords', 'two answers'],
])('says what is wrong with "%s"', async (line, sentence) => {
  const { status, told } = await runCommand(line.split(' '))
  expect(status).toBe(2)
  expect(told.join(' ')).toContain(sentence)
})
