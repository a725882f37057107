import { useEffect } from 'react'
import { actionTexts } from '../../../texts/en/action.ts'
import { GatePage } from '../../../ui/gate-page.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { appAddressOf, type OpenedLink } from '../action-link.ts'

/** A sign-in link of an app goes on to the app, which finishes it; to no address that its project doesn't know. */
export function HandOver({ opened: { target } }: { readonly opened: OpenedLink }) {
  useEffect(() => {
    if (target !== undefined) location.replace(appAddressOf(target, new URLSearchParams(location.search)))
  }, [target])
  return target === undefined ? (
    <GatePage title={actionTexts.failedTitle} subtitle="">
      <Notice tone="attention" isAnnounced>
        {actionTexts.foreignTarget}
      </Notice>
    </GatePage>
  ) : (
    <GatePage title={actionTexts.handingOver} subtitle={target.host}>
      {null}
    </GatePage>
  )
}
