import { expect, it } from 'vitest'
import { parseAccountsCommand } from './accounts-command.ts'
import { parseCommandLine } from '../../config/command-line.ts'
import { SettingsError } from '../../config/server-config.ts'

function parse(line: string) {
  const command = parseCommandLine(line.split(' '))
  if (command.name !== 'accounts') throw new Error('another command')
  return parseAccountsCommand(command.action, command.file, command.flags, {})
}

function complaintsOf(line: string): readonly string[] {
  try {
    parse(line)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.complaints
    throw error
  }
}

const scrypt = '--hash-algo scrypt --hash-key AA== --salt-separator Bw== --rounds 8 --mem-cost 14'

it('takes the flags of the vendor’s command line', () => {
  expect(parse(`accounts import users.json --project shop-app ${scrypt} --replace --key k.json`)).toMatchObject({
    action: 'import',
    file: 'users.json',
    format: 'json',
    project: 'shop-app',
    replaces: true,
    access: { credential: { kind: 'service-key', file: 'k.json' } },
    hash: { hashAlgorithm: 'SCRYPT', signerKey: 'AA==', saltSeparator: 'Bw==', rounds: 8, memoryCost: 14 },
  })
  const standard = '--hash-algo STANDARD_SCRYPT --mem-cost 1024 --parallelization 16 --block-size 8 --dk-len 64'
  expect(parse(`accounts import users.csv --project shop-app ${standard}`)).toMatchObject({
    format: 'csv',
    hash: { hashAlgorithm: 'STANDARD_SCRYPT', cpuMemCost: 1024, parallelization: 16, blockSize: 8, dkLen: 64 },
  })
  expect(parse('accounts export users --project shop-app --format csv --portable')).toMatchObject({
    action: 'export',
    format: 'csv',
    isPortable: true,
  })
})

it.each([
  ['accounts', 'Say what to do'],
  ['accounts import --project shop-app', 'The file is missing'],
  ['accounts import users.json', '--project is missing'],
  ['accounts import users.txt --project shop-app', 'ends in .json or .csv'],
  [
    'accounts export users.csv --project shop-app --include-totp-secrets',
    '--include-totp-secrets needs a JSON file without --portable',
  ],
  [
    'accounts export users.json --project shop-app --portable --include-totp-secrets',
    '--include-totp-secrets needs a JSON file without --portable',
  ],
  ['accounts import users.json --project shop-app --portable', '--portable is not a setting of accounts import'],
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
])('says what is wrong with "%s"', (line, sentence) => {
  expect(complaintsOf(line).join(' ')).toContain(sentence)
})
