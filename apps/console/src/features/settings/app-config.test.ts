import { describe, expect, it } from 'vitest'
import { configsOf } from './app-config.ts'
import type { ProjectApp } from './queries/apps.ts'

const config = {
  apiKey: 'hk_shop-app_abc',
  appId: '1:123456789012:android:0a1b',
  projectId: 'shop-app',
  storageBucket: 'shop-app.firebasestorage.app',
}
const phone: ProjectApp = { name: 'Phone', platform: 'android', bundleId: 'com.example.shop', config }

function codeOf(app: ProjectApp, id: string): string {
  return configsOf(app, 'https://backend.example.com').find((one) => one.id === id)?.code ?? ''
}

describe('the configuration of an app', () => {
  it('is for Android the file that its build reads', () => {
    const file = JSON.parse(codeOf(phone, 'file')) as Record<string, unknown>
    expect(file).toMatchObject({
      project_info: { project_number: '123456789012', project_id: 'shop-app' },
      client: [
        {
          client_info: { mobilesdk_app_id: config.appId, android_client_info: { package_name: 'com.example.shop' } },
          api_key: [{ current_key: config.apiKey }],
        },
      ],
    })
  })

  it('is for iOS a property list, whatever stands in its values', () => {
    const plist = codeOf({ ...phone, platform: 'ios', bundleId: 'a&b<c>' }, 'file')
    expect(plist).toContain('<key>BUNDLE_ID</key>\n  <string>a&amp;b&lt;c&gt;</string>')
    expect(plist).toContain('<key>GCM_SENDER_ID</key>\n  <string>123456789012</string>')
  })

  it('is for the web the lines that connect it here', () => {
    const code = codeOf({ ...phone, platform: 'web', bundleId: null }, 'web')
    expect(code).toContain("apiKey: 'hk_shop-app_abc'")
    expect(code).toContain("connectHearth(app, { origin: 'https://backend.example.com' })")
  })

  it.each(['web', 'android', 'ios'] as const)('has what Flutter needs on %s', (platform) => {
    expect(codeOf({ ...phone, platform }, 'flutter')).toContain("messagingSenderId: '123456789012'")
  })
})
