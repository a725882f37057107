import { expect } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

export const phoneKey = 'hk_demo-app_phone'

/**
 * `hearth dev`, and what the SDKs for phones send to it, as their sources write it (firebase-ios-sdk with gtm-session-fetcher,
 * firebase-android-sdk; FlutterFire hands everything to them). No device was asked.
 */
export class PhoneWorld implements AsyncDisposable {
  readonly server: TestServer

  private constructor(server: TestServer) {
    this.server = server
  }

  static async start(): Promise<PhoneWorld> {
    return new PhoneWorld(await TestServer.start({ mode: 'dev' }))
  }

  /** Of an address without a server this one is asked. */
  async ask(
    method: string,
    address: string,
    headers: Record<string, string>,
    body?: string | Uint8Array<ArrayBuffer>,
  ): Promise<PhoneAnswer> {
    return await ask(method, address.startsWith('http') ? address : this.server.origin + address, headers, body)
  }

  /** `AuthBackend` of iOS: JSON, with what the app is in headers. */
  async askAuth(endpoint: string, body: object): Promise<PhoneAnswer> {
    const headers = {
      'content-type': 'application/json',
      'x-client-version': 'iOS/FirebaseSDK/12.0.0/FirebaseCore-iOS',
      'x-ios-bundle-identifier': 'com.example.app',
      'x-firebase-gmpid': '1:1:ios:a',
      'accept-language': 'en',
      'x-firebase-locale': 'de',
    }
    const path = `/www.googleapis.com/identitytoolkit/v3/relyingparty/${endpoint}?key=${phoneKey}`
    return await this.ask('POST', path, headers, JSON.stringify(body))
  }

  async signUp(): Promise<{ idToken: string; refreshToken: string }> {
    const email = `ada${Math.random()}@example.com`
    const asked = { email, password: 'correct horse', returnSecureToken: true, clientType: 'CLIENT_TYPE_IOS' }
    const made = await this.askAuth('signupNewUser', asked)
    const again = await this.askAuth('verifyPassword', asked)
    expect([made.status, again.status]).toEqual([200, 200])
    return again.body as { idToken: string; refreshToken: string }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]()
  }
}

export interface PhoneAnswer {
  readonly status: number
  readonly headers: Headers
  /** `{}` where the answer is empty. */
  readonly body: Record<string, unknown>
}

export async function ask(
  method: string,
  address: string,
  headers: Record<string, string>,
  body?: string | Uint8Array<ArrayBuffer>,
): Promise<PhoneAnswer> {
  const answer = await fetch(address, { method, headers, ...(body !== undefined && { body }) })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
  }
}
