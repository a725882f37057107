import { describe, expect, it } from 'vitest'
import { parseWebhookSecret, parseWebhookUrl, webhookHeaders } from './webhook.ts'

describe('the address of a webhook', () => {
  it('is https, or http where private networks are allowed', () => {
    expect(parseWebhookUrl('https://example.com/hook?x=1', { reach: 'public' })).toBe('https://example.com/hook?x=1')
    expect(parseWebhookUrl('http://10.0.0.1/hook', { reach: 'private' })).toBe('http://10.0.0.1/hook')
  })

  it.each([
    'http://example.com',
    'file:///etc/passwd',
    'example.com',
    '',
    'https://u:p@example.com',
    'https://e.com/#x',
  ])('is not "%s"', (url) => {
    expect(() => parseWebhookUrl(url, { reach: 'public' })).toThrow(
      expect.objectContaining({ reason: 'INVALID_WEBHOOK' }),
    )
  })
})

it.each(['', 'secret', 'whsec_AAAA', `whsec_${'A'.repeat(200)}`, `whsec_${'!'.repeat(40)}`])(
  'the secret of a webhook is not "%s"',
  (secret) => {
    expect(() => parseWebhookSecret(secret)).toThrow(expect.objectContaining({ reason: 'INVALID_WEBHOOK' }))
  },
)

it('the signature is the one of the published example of Standard Webhooks', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const body = '{"test": 2432232314}'
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', nowMs: 1_614_265_330_000, body }
  expect(webhookHeaders({ url: '', secret }, message)['webhook-signature']).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})
