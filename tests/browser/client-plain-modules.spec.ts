import { expect } from '@playwright/test'
import { HostedServer } from '../../apps/server/src/testing/hosted-server.ts'
import { OutsideApp } from '../outside-app.ts'
import { ServedFolder } from './served-folder.ts'
import { test } from './test.ts'

const services = ['app', 'auth', 'firestore', 'storage', 'installations', 'analytics']

/** The page that docs/guides/web.md describes. */
const html = `<!doctype html>
<title>Plain modules</title>
<link rel="icon" href="data:," />
<script type="importmap">
${JSON.stringify({
  imports: {
    '@hearth/client': '/node_modules/@hearth/client/index.js',
    ...Object.fromEntries(services.map((name) => [`firebase/${name}`, `/node_modules/firebase/firebase-${name}.js`])),
  },
})}
</script>
<script type="module">
  import { connectHearth } from '@hearth/client'
  import { getAnalytics, logEvent } from 'firebase/analytics'
  import { initializeApp } from 'firebase/app'
  import { createUserWithEmailAndPassword } from 'firebase/auth'
  import { addDoc, collection, getCountFromServer } from 'firebase/firestore'

  const app = initializeApp({ apiKey: 'hk_shop-app_x', projectId: 'shop-app', appId: '1:1:web:1' })
  const { auth, firestore } = connectHearth(app, { origin: new URLSearchParams(location.search).get('origin') })
  await createUserWithEmailAndPassword(auth, 'ada@example.com', 'correct horse')
  await addDoc(collection(firestore, 'notes'), { by: auth.currentUser.uid })
  const count = await getCountFromServer(collection(firestore, 'notes'))
  logEvent(getAnalytics(app), 'noted')
  document.title = 'Notes: ' + count.data().count
</script>`

test('a page of plain modules reaches the server and no other host', async ({ page }) => {
  await using server = await HostedServer.start({ mode: 'dev' })
  await using app = await OutsideApp.make()
  await app.write('index.html', html)
  await using served = await ServedFolder.serve(app.folder, (text) =>
    text.replaceAll(/https:\/\/www\.gstatic\.com\/firebasejs\/[\d.]+\//g, '/node_modules/firebase/'),
  )
  const hosts = new Set<string>()
  const collected = page.waitForResponse((answer) => answer.url().endsWith('/hearth/v1/collect'))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http')) hosts.add(url.host)
  })
  await page.goto(`${served.origin}/?origin=${encodeURIComponent(server.origin)}`)
  await expect(page).toHaveTitle('Notes: 1')
  expect((await collected).status()).toBe(204)
  expect([...hosts].toSorted()).toEqual([new URL(served.origin).host, new URL(server.origin).host].toSorted())
})
