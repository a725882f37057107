import { describe, expect, it } from 'vitest'
import { describeAct } from './act-detail.ts'

describe('an act of an administrator', () => {
  it.each([
    [{ localId: 'ada', disableUser: true }, 'disabled'],
    [{ localId: 'ada', disableUser: false, displayName: 'Ada' }, 'profile, enabled'],
    [{ localId: 'ada', password: 'a secret', customAttributes: '{"admin":true}' }, 'password, claims'],
    [{ localId: 'ada', deleteProvider: ['google.com'], email: undefined }, 'unlinked google.com'],
    [{ localId: 'ada', linkProviderUserInfo: { providerId: 'oidc.corp', rawId: 'x' } }, 'linked oidc.corp'],
  ])('says what changed and not to what: %j', (request, change) => {
    expect(describeAct('accounts:update', request, null)).toEqual({ detail: { change } })
  })

  it.each([
    [true, 'to the caller'],
    [undefined, 'by mail'],
  ])('says whose link it was, and who has it', (returnOobLink, given) => {
    const request = { requestType: 'PASSWORD_RESET', email: 'ada@example.com', returnOobLink }
    expect(describeAct('accounts:sendOobCode', request, null)).toEqual({
      target: 'ada@example.com',
      detail: { link: 'PASSWORD_RESET', given },
    })
  })

  it.each([
    [{ signIn: { anonymous: { enabled: true } } }, 'signIn.anonymous.enabled', 'signIn.anonymous.enabled on'],
    [{ authorizedDomains: ['evil.example'] }, null, 'authorizedDomains'],
    [{ mfa: { state: 'x' }, authorizedDomains: [] }, 'authorizedDomains', 'authorizedDomains'],
    [
      { signIn: { phoneNumber: { testPhoneNumbers: { '+15555550100': '123456' } } } },
      'signIn.phoneNumber',
      'signIn.phoneNumber.testPhoneNumbers',
    ],
  ])('says which settings: %j', (request, mask, settings) => {
    expect(describeAct('config', request, mask)).toEqual({ detail: { settings } })
  })
})
