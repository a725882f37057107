import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Whether a password has this bcrypt hash (`$2b$10$…`); false for a text that is none. */
export async function matchesBcrypt(password: string, hash: string): Promise<boolean> {
  if (!/^\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}$/.test(hash)) return false
  const worker = new Worker(new URL('./bcrypt-worker.ts', import.meta.url), { workerData: { password, hash } })
  try {
    const [matches] = (await once(worker, 'message')) as [boolean]
    return matches
  } finally {
    await worker.terminate()
  }
}
