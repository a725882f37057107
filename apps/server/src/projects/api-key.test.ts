import { describe, expect, it } from 'vitest'
import { isWebsite, mayUse } from './api-key.ts'

function from(website: string | undefined) {
  return { website, isOwnPage: false }
}

describe('a website of a key', () => {
  it.each(['https://shop.example.com', 'http://localhost:5173', 'https://*.example.com', 'http://127.0.0.1:8080'])(
    'is %s',
    (text) => expect(isWebsite(text)).toBe(true),
  )

  it.each([
    '',
    'shop.example.com',
    'https://shop.example.com/',
    'https://Shop.example.com',
    'https://a.*.com',
    'ftp://a.com',
  ])('is not %j', (text) => expect(isWebsite(text)).toBe(false))
})

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
