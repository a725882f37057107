import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock, Random } from '../../lib/ambient.ts'
import { parsePhoneNumber } from '../accounts/account-fields.ts'
import { AttemptLimiter, NetworkLimiter } from '../passwords/attempt-limiter.ts'
import { SharedAllowance } from '../passwords/shared-allowance.ts'
import { identityError } from '../identity-error.ts'
import type { IdentitySettings } from '../identity-settings.ts'
import { projectOf } from '../realm.ts'
import type { StoreOf } from '../store-of.ts'
import { networkOf } from '../../lib/network-of.ts'
import { BoundedCache } from '../../lib/bounded-cache.ts'
import { OneTimeCodes } from './one-time-codes.ts'
import type { RequestOrigin } from './request-origin.ts'
import { assertSmsRegion } from './sms-regions.ts'

/** A text message with a code in it. */
export interface TextMessage {
  readonly phoneNumber: string
  readonly code: string
  /** What the client brings the code back with. */
  readonly sessionInfo: string
  /** A language tag. */
  readonly locale?: string | undefined
}

/** What takes text messages. */
export interface TextMessages {
  /** Why none can be sent, in a sentence; undefined when they can. */
  findObstacle(realm: string): Promise<string | undefined>
  /** Throws `SMS_NOT_SENT`, `unavailable`/`WEBHOOK_FAILED`. */
  send(realm: string, message: TextMessage): Promise<void>
  /** Told of each code that was used, by the session that asked for it. */
  codeUsed?(realm: string, sessionInfo: string): void
}

interface PhoneCode {
  readonly phoneNumber: string
  readonly codeHash: string
  /** The code is always the same: guesses at it count beyond the session that they are brought with. */
  readonly isOfTest?: boolean
}

const DIGITS = 6
const LIFE_MS = 10 * 60 * 1000
const GUESSES_MAX = 5
const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/**
 * Messages to a number, from all networks but those that a right code of it came from; the last ten are for sites that asked for few. With five guesses at
 * each message one site has a chance of 1 in 20,000 a day to be right, and a dozen of them together one of 1 in 5,000.
 */
const toNumber = { attempts: 40, attemptsOfSite: 10, windowMs: DAY_MS }
/** Messages of a project in an hour, which its owner pays for; the last 250 are for networks that asked for few. */
const ofProject = { attempts: 1_000, windowMs: HOUR_MS }
/** As of messages to a number, of wrong guesses: 1 in 40,000 a day for a site, 1 in 10,000 for all together. */
const testGuesses = { attempts: 100, attemptsOfSite: 25, windowMs: DAY_MS }
/** Of a network in an hour, until one of them was brought with its code. */
const UNUSED_TEST_CODES_MAX = 300
const KNOWN_NETWORKS_MAX = 50_000

/**
 * Codes of six digits by text message: good for ten minutes and five guesses, each tied to the session that asked for it. How many there are of a number
 * counts by the network that asks: strangers elsewhere don't keep its owner from signing in.
 */
export class PhoneCodes {
  readonly #codes: OneTimeCodes<PhoneCode>
  readonly #settings: IdentitySettings
  readonly #messages: TextMessages
  readonly #random: Random
  readonly #limited: boolean
  /** To a number, from a network, and from all. */
  readonly #toNumberFrom: NetworkLimiter
  readonly #toNumber: SharedAllowance
  readonly #fromAddress: NetworkLimiter
  readonly #ofProject: SharedAllowance
  /** Of a number for tests: wrong guesses from a network, and from all, and codes that nobody brought. */
  readonly #testGuessesFrom: NetworkLimiter
  readonly #testGuesses: SharedAllowance
  readonly #testCodesFrom: NetworkLimiter
  /** By number: those that a right code came from since the server started. */
  readonly #knownNetworks = new BoundedCache<true>(KNOWN_NETWORKS_MAX)

  /** `limited` is false under `hearth dev`. */
  constructor(options: {
    storeOf: StoreOf
    settings: IdentitySettings
    messages: TextMessages
    clock: Clock
    random: Random
    limited: boolean
  }) {
    const { storeOf, clock, random } = options
    this.#codes = new OneTimeCodes({ storeOf, clock, random, space: 'phone-code' })
    this.#settings = options.settings
    this.#messages = options.messages
    this.#random = random
    this.#limited = options.limited
    const waits = { windowMs: HOUR_MS, waits: { firstMs: HOUR_MS / 3, maxMs: HOUR_MS } }
    this.#toNumberFrom = new NetworkLimiter({ ...waits, attempts: 5 }, clock)
    this.#toNumber = new SharedAllowance(toNumber, clock)
    this.#fromAddress = new NetworkLimiter({ ...waits, attempts: 30 }, clock)
    this.#ofProject = new SharedAllowance(ofProject, clock)
    this.#testGuessesFrom = new NetworkLimiter(
      { attempts: 10, windowMs: 10 * MINUTE_MS, waits: { firstMs: MINUTE_MS / 2, maxMs: 15 * MINUTE_MS } },
      clock,
    )
    this.#testGuesses = new SharedAllowance(testGuesses, clock)
    this.#testCodesFrom = new NetworkLimiter({ ...waits, attempts: UNUSED_TEST_CODES_MAX }, clock)
  }

  /**
   * Sends a code, but to numbers for tests, which have theirs; the answer is what it is to be brought back with. Throws
   * `INVALID_PHONE_NUMBER`, `TOO_MANY_ATTEMPTS_TRY_LATER`,
   * `OPERATION_NOT_ALLOWED` where text messages are not set up or the number's region gets none, and what `TextMessages.send` throws.
   */
  async send(realm: string, number: string, { address, locale }: RequestOrigin): Promise<string> {
    const phoneNumber = parsePhoneNumber(number)
    const { testPhoneNumbers, smsRegions } = await this.#settings.get(realm)
    const target = `${realm}/${phoneNumber}`
    const testCode = testPhoneNumbers[phoneNumber]
    if (testCode !== undefined) {
      if (this.#limited) AttemptLimiter.spend(this.#testCodesFrom.at(address, target))
      return await this.#issue(realm, { phoneNumber, codeHash: hashOf(testCode), isOfTest: true })
    }
    await assertSmsRegion(smsRegions, phoneNumber)
    const obstacle = await this.#messages.findObstacle(realm)
    if (obstacle !== undefined) throw identityError('OPERATION_NOT_ALLOWED', obstacle)
    if (this.#limited) this.#countMessage(realm, target, address)
    const code = this.#newCode()
    const sessionInfo = await this.#issue(realm, { phoneNumber, codeHash: hashOf(code) })
    await this.#messages.send(realm, { phoneNumber, code, sessionInfo, locale })
    return sessionInfo
  }

  /** At all limits or at none, in one synchronous step. */
  #countMessage(realm: string, target: string, address: string): void {
    AttemptLimiter.spend([...this.#toNumberFrom.at(address, target), ...this.#fromAddress.at(address, realm)], () => {
      const ofProject = this.#ofProject.take(projectOf(realm), address)
      try {
        if (!this.#isKnown(target, address)) this.#toNumber.take(target, address)
      } catch (error) {
        ofProject.giveBack()
        throw error
      }
    })
  }

  #issue(realm: string, code: PhoneCode): Promise<string> {
    return this.#codes.issue(realm, code, { lifeMs: LIFE_MS })
  }

  /**
   * The number that the code was sent to. Throws `INVALID_SESSION_INFO`, `SESSION_EXPIRED`, `INVALID_CODE`, and of a number for tests
   * `TOO_MANY_ATTEMPTS_TRY_LATER`.
   */
  async redeem(realm: string, sessionInfo: string, code: string, { address }: RequestOrigin): Promise<string> {
    const given = Buffer.from(hashOf(code))
    const isRight = ({ codeHash }: PhoneCode): boolean => timingSafeEqual(Buffer.from(codeHash), given)
    const asked = this.#limited ? await this.#codes.find(realm, sessionInfo) : undefined
    if (asked?.kind === 'valid' && asked.content.isOfTest === true) {
      this.#countTestGuess(`${realm}/${asked.content.phoneNumber}`, address, () => isRight(asked.content))
    }
    const found = await this.#codes.redeem(realm, sessionInfo, { isRight, failuresMax: GUESSES_MAX })
    switch (found.kind) {
      case 'valid':
        this.#messages.codeUsed?.(realm, sessionInfo)
        this.#noteRight(`${realm}/${found.content.phoneNumber}`, address)
        return found.content.phoneNumber
      case 'wrong':
        throw identityError('INVALID_CODE')
      case 'unknown':
      case 'replaced':
        throw identityError('INVALID_SESSION_INFO')
      case 'expired':
        throw identityError('SESSION_EXPIRED')
    }
  }

  /** Right ones don't count: whoever has the code signs in as often as they like. */
  #countTestGuess(target: string, address: string, isRight: () => boolean): void {
    AttemptLimiter.judge(this.#testGuessesFrom.at(address, target), () => {
      const ofNumber = this.#isKnown(target, address) ? undefined : this.#testGuesses.take(target, address)
      const right = isRight()
      if (right) ofNumber?.giveBack()
      return right
    })
  }

  #isKnown(target: string, address: string): boolean {
    return this.#knownNetworks.get(`${target}/${networkOf(address)}`) !== undefined
  }

  #noteRight(target: string, address: string): void {
    this.#knownNetworks.set(`${target}/${networkOf(address)}`, true)
    this.#testGuessesFrom.forget(address, target)
    this.#testCodesFrom.forget(address, target)
  }

  /** Six digits, each number equally likely. */
  #newCode(): string {
    const range = 10 ** DIGITS
    for (;;) {
      const number = this.#random.bytes(4).readUInt32BE()
      if (number < Math.floor(2 ** 32 / range) * range) return String(number % range).padStart(DIGITS, '0')
    }
  }
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}
