import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { deleteApp, initializeApp } from 'firebase/app'
import {
  connectStorageEmulator,
  deleteObject,
  getBytes,
  getStorage,
  ref,
  uploadBytes,
  uploadBytesResumable,
} from 'firebase/storage'
import { expect, it } from 'vitest'
import { SettingsError } from '../../apps/server/src/config/server-config.ts'
import { S3Server } from '../../apps/server/src/testing/s3-server.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

function settingsOf({ settings }: S3Server, bucket: string = settings.bucket): Record<`HEARTH_${string}`, string> {
  return {
    HEARTH_BLOBS: `s3://${bucket}/files`,
    HEARTH_S3_ENDPOINT: settings.endpoint,
    HEARTH_S3_ACCESS_KEY_ID: settings.credentials.accessKeyId,
    HEARTH_S3_SECRET_ACCESS_KEY: settings.credentials.secretAccessKey,
  }
}

it('firebase/storage works with contents in an S3-compatible store, and none of them on the disk', async () => {
  await using store = await S3Server.start()
  await using server = await TestServer.start({ mode: 'dev', settings: settingsOf(store) })
  const app = initializeApp({ projectId: 'demo-app', storageBucket: 'demo-app.appspot.com' }, 's3')
  try {
    const storage = getStorage(app)
    connectStorageEmulator(storage, '127.0.0.1', server.port)
    const content = randomBytes(1_000_000)
    const file = ref(storage, 'dir/a.bin')
    for (const send of [uploadBytes, uploadBytesResumable]) {
      await send(file, content)
      expect(Buffer.from(await getBytes(file)).equals(content)).toBe(true)
      expect(Buffer.from(await getBytes(file, 10)).equals(content.subarray(0, 10))).toBe(true)
    }
    const onDisk = await readdir(`${server.dataFolder}/blobs`, { recursive: true, withFileTypes: true })
    expect(onDisk.filter((entry) => entry.isFile())).toEqual([])
    await deleteObject(file)
    await expect(getBytes(file)).rejects.toMatchObject({ code: 'storage/object-not-found' })
  } finally {
    await deleteApp(app)
  }
}, 30_000)

it('a bucket that is not there keeps the server from starting, with a sentence', async () => {
  await using store = await S3Server.start()
  const started = TestServer.start({ mode: 'dev', settings: settingsOf(store, 'absent-bucket') })
  await expect(started).rejects.toThrow(SettingsError)
  await expect(started).rejects.toThrow(/absent-bucket .* none of that name/)
})
