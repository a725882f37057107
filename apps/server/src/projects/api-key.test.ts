import { describe, expect, it } from 'vitest'
import { mayUse } from './api-key.ts'

function from(website: string | undefined) {
  return { website, isOwnPage: false }
}

describe('a key', () => {
  it('without websites is for everybody', () => {
    expect(mayUse({ websites: [] }, from(undefined))).toBe(true)
    expect(mayUse({ websites: [] }, from('https://else.example.com'))).toBe(true)
  })

  it.each(['https://shop.example.com', 'https://eu.shop.example.net', 'https://a.b.shop.example.net'])(
    'is for the websites it names, such as %s',
    (website) => {
      const websites = ['https://shop.example.com', 'https://*.shop.example.net']
      expect(mayUse({ websites }, from(website))).toBe(true)
    },
  )

  it.each([
    undefined,
    'http://shop.example.com',
    'https://shop.example.com:8443',
    'https://evilshop.example.com',
    'https://shop.example.net',
    'https://evil-shop.example.net',
    'https://.shop.example.net',
    'null',
  ])('with websites is not for %s', (website) => {
    const websites = ['https://shop.example.com', 'https://*.shop.example.net']
    expect(mayUse({ websites }, from(website))).toBe(false)
  })

  it('is always for pages of the server itself', () => {
    const use = { website: 'https://backend.example.com', isOwnPage: true }
    expect(mayUse({ websites: ['https://shop.example.com'] }, use)).toBe(true)
  })
})
