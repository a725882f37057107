import { connectHearth } from '@hearth/client'
import { initializeApp } from 'firebase/app'
import { getAuth } from 'firebase/auth'
import { getFirestore } from 'firebase/firestore'
import { getStorage } from 'firebase/storage'

const { VITE_HEARTH_ORIGIN = 'http://127.0.0.1:4400', VITE_PROJECT_ID = 'demo-app' } = import.meta.env

const app = initializeApp({
  apiKey: import.meta.env.VITE_API_KEY ?? `hk_${VITE_PROJECT_ID}_guestbook`,
  appId: import.meta.env.VITE_APP_ID ?? '1:000000000000:web:guestbook',
  authDomain: `${VITE_PROJECT_ID}.firebaseapp.com`,
  projectId: VITE_PROJECT_ID,
  storageBucket: `${VITE_PROJECT_ID}.firebasestorage.app`,
})

// The one line that makes it run on Hearth. Without it the app runs on the original provider.
connectHearth(app, { origin: VITE_HEARTH_ORIGIN })

export const auth = getAuth(app)
export const firestore = getFirestore(app)
export const storage = getStorage(app)
