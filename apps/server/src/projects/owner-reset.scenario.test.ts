import { StatusError } from '@hearth/model'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CodeFile } from './local-code.ts'
import { OwnerReset } from './owner-reset.ts'

it('an owner who can be given no link keeps the second factors', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-owner-reset-'))
  try {
    const codeFile = new CodeFile(folder, 'owner-reset-code')
    await codeFile.write('the code')
    let factors = 1
    const reset = new OwnerReset({
      codeFile,
      findOwner: async () => 'olga',
      createLink: () => Promise.reject(new StatusError('failed-precondition', 'OWNER_HAS_NO_EMAIL', 'No address.')),
      removeFactors: async () => factors--,
    })
    const redeemed = reset.redeem('the code', 'http://localhost', { secondFactor: true })
    await expect(redeemed).rejects.toMatchObject({ reason: 'OWNER_HAS_NO_EMAIL' })
    expect(factors).toBe(1)
  } finally {
    await rm(folder, { recursive: true })
  }
})
