import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock, Random } from '../../ambient.ts'
import { parsePhoneNumber } from '../accounts/account-fields.ts'
import { AttemptLimiter } from '../passwords/attempt-limiter.ts'
import { NetworkLimiter } from '../passwords/network-limiter.ts'
import { identityError } from '../identity-error.ts'
import type { IdentitySettings, StoreOf } from '../identity-settings.ts'
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
  /** The number is for tests. */
  readonly isForTests?: boolean
}

const digits = 6
const lifeMs = 10 * 60 * 1000
const guessesMax = 5
const hourMs = 60 * 60 * 1000
/** A number for tests has one code for good, which new sessions would let anybody guess at without end. */
const wrongTestCodesPerHour = 50
const testSessionsPerHour = 1_000

/** Codes of six digits by text message: good for ten minutes and five guesses, each tied to the session that asked for it. */
export class PhoneCodes {
  readonly #codes: OneTimeCodes<PhoneCode>
  readonly #settings: IdentitySettings
  readonly #messages: TextMessages
  readonly #random: Random
  readonly #limited: boolean
  readonly #toNumber: AttemptLimiter
  readonly #fromAddress: NetworkLimiter
  readonly #wrongTestCodes: AttemptLimiter
  readonly #testSessions: NetworkLimiter

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
    const waits = { windowMs: hourMs, waits: { firstMs: hourMs / 3, maxMs: hourMs } }
    this.#toNumber = new AttemptLimiter({ ...waits, attempts: 5 }, clock)
    this.#fromAddress = new NetworkLimiter({ ...waits, attempts: 30 }, clock)
    const hourly = { windowMs: hourMs, waits: undefined }
    this.#wrongTestCodes = new AttemptLimiter({ ...hourly, attempts: wrongTestCodesPerHour }, clock)
    this.#testSessions = new NetworkLimiter({ ...hourly, attempts: testSessionsPerHour }, clock)
  }

  /**
   * Sends a code, but to numbers for tests, which have theirs; the answer is what it is to be brought back with. Throws
   * `INVALID_PHONE_NUMBER`, `TOO_MANY_ATTEMPTS_TRY_LATER`,
   * `OPERATION_NOT_ALLOWED` where text messages are not set up or the number's region gets none, and what `TextMessages.send` throws.
   */
  async send(realm: string, number: string, { address, locale }: RequestOrigin): Promise<string> {
    const phoneNumber = parsePhoneNumber(number)
    const { testPhoneNumbers, smsRegions } = await this.#settings.get(realm)
    const testCode = testPhoneNumbers[phoneNumber]
    if (testCode !== undefined) {
      if (this.#limited) AttemptLimiter.spend(this.#testSessions.at(address, realm))
      return await this.#issue(realm, { phoneNumber, codeHash: hashOf(testCode), isForTests: true })
    }
    await assertSmsRegion(smsRegions, phoneNumber)
    const obstacle = await this.#messages.findObstacle(realm)
    if (obstacle !== undefined) throw identityError('OPERATION_NOT_ALLOWED', obstacle)
    if (this.#limited) {
      AttemptLimiter.spend([this.#toNumber.at(`${realm}/${phoneNumber}`), ...this.#fromAddress.at(address, realm)])
    }
    const code = this.#newCode()
    const sessionInfo = await this.#issue(realm, { phoneNumber, codeHash: hashOf(code) })
    await this.#messages.send(realm, { phoneNumber, code, sessionInfo, locale })
    return sessionInfo
  }

  #issue(realm: string, content: PhoneCode): Promise<string> {
    return this.#codes.issue(realm, content, { lifeMs })
  }

  /**
   * The number that the code was sent to. Throws `INVALID_SESSION_INFO`, `SESSION_EXPIRED`, `INVALID_CODE`, and `TOO_MANY_ATTEMPTS_TRY_LATER`
   * for a number for tests that was guessed at too often.
   */
  async redeem(realm: string, sessionInfo: string, code: string): Promise<string> {
    const found = await this.#judge(realm, sessionInfo, code)
    switch (found.kind) {
      case 'valid':
        this.#messages.codeUsed?.(realm, sessionInfo)
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

  async #judge(realm: string, sessionInfo: string, code: string) {
    const given = Buffer.from(hashOf(code))
    const isRight = ({ codeHash }: PhoneCode): boolean => timingSafeEqual(Buffer.from(codeHash), given)
    const judge = async () => await this.#codes.redeem(realm, sessionInfo, { isRight, failuresMax: guessesMax })
    const session = await this.#codes.find(realm, sessionInfo)
    if (!this.#limited || session.kind !== 'valid' || session.content.isForTests !== true) return await judge()
    const guesses = this.#wrongTestCodes.at(`${realm}/${session.content.phoneNumber}`)
    return await AttemptLimiter.take([guesses], async (attempt) => {
      const found = await judge()
      if (found.kind !== 'wrong') attempt.giveBack()
      return found
    })
  }

  /** Six digits, each number equally likely. */
  #newCode(): string {
    const range = 10 ** digits
    for (;;) {
      const number = this.#random.bytes(4).readUInt32BE()
      if (number < Math.floor(2 ** 32 / range) * range) return String(number % range).padStart(digits, '0')
    }
  }
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}
