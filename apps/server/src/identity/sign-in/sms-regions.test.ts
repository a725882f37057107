import { describe, expect, it } from 'vitest'
import { assertSmsRegion, everySmsRegion, type SmsRegions } from './sms-regions.ts'

const all = (...regions: string[]): SmsRegions => ({ allowsByDefault: true, regions })
const only = (...regions: string[]): SmsRegions => ({ allowsByDefault: false, regions })

async function isAllowed(regions: SmsRegions, phoneNumber: string): Promise<boolean> {
  try {
    await assertSmsRegion(regions, phoneNumber)
    return true
  } catch (error) {
    expect(error).toMatchObject({ reason: 'OPERATION_NOT_ALLOWED', message: expect.stringContaining('this region') })
    return false
  }
}

describe('the regions that text messages go to', () => {
  it('are all of them until a project says otherwise', async () => {
    expect(await isAllowed(everySmsRegion, '+4915112345678')).toBe(true)
  })

  it.each([
    ['+14155550123', only('US'), true],
    ['+14155550123', all('US'), false],
    // The same prefix, and another region.
    ['+16135550123', only('US'), false],
    ['+16135550123', all('US'), true],
    ['+12425551234', only('US', 'CA'), false],
    ['+4915112345678', only('DE', 'AT'), true],
    ['+4366412345678', all('DE'), true],
    ['+77011234567', only('RU'), false],
    ['+4915112345678', only(), false],
  ])('decide on %s by %j: %s', async (phoneNumber, regions, expected) => {
    expect(await isAllowed(regions, phoneNumber)).toBe(expected)
  })

  it('take digits that nobody has given out for a number of every region with their prefix', async () => {
    expect(await isAllowed(only('US'), '+15555550101')).toBe(false)
    expect(await isAllowed(all('JM'), '+15555550101')).toBe(false)
    expect(await isAllowed(all('DE'), '+15555550101')).toBe(true)
  })

  it('let a satellite phone in by default, and by no list of regions', async () => {
    expect(await isAllowed(all('US'), '+881612345678')).toBe(true)
    expect(await isAllowed(only('US'), '+881612345678')).toBe(false)
    expect(await isAllowed(only('US'), '+99999999')).toBe(false)
  })
})
