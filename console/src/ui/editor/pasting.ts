import { notifications } from '@mantine/notifications'
import type { EditorProps, EditorView } from '@tiptap/pm/view'
import { useEffectEvent, useMemo } from 'react'
import { reasonOf, showError } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { useFileSource } from '../file-source.ts'
import { cleanPaste } from './clean-paste.ts'
import { languageOf } from './code-pasting.ts'
import { editorWords } from './editor.words.ts'
import { frameOf } from './embed.ts'
import { htmlFromMarkdown, looksLikeMarkdown } from './markdown-pasting.ts'
import { playerOf } from './players.ts'
import { droppedFiles, isOnlyNames } from './transferred-files.ts'
import { uploadInto } from './uploads.ts'

/** ProseMirror marks its own clipboard: what was copied here is pasted as it is. */
const OWN = 'data-pm-slice'

/** Pasting and dropping: files are uploaded, foreign markup is cleaned, Markdown is converted. */
export function usePasting(): EditorProps {
  const say = useWords(editorWords)
  const source = useFileSource()

  const uploadAt = useEffectEvent((view: EditorView, files: readonly File[], at: number) => {
    if (!source) return
    void uploadInto(view, files, at, {
      upload: source.upload,
      onFailure: (file, error) =>
        showError(new Error(say('uploadFailed', { name: file.name, why: reasonOf(error) }))),
    })
  })
  const reportLost = useEffectEvent((n: number) => {
    notifications.show({ color: 'orange', message: say('lostPictures', { n }), autoClose: 10_000 })
  })
  const reportFolder = useEffectEvent(() => {
    notifications.show({ color: 'orange', message: say('noFolders') })
  })

  return useMemo<EditorProps>(() => {
    // HTML converted from Markdown here is clean.
    let isRead = false
    return {
      handlePaste(view, event) {
        const data = event.clipboardData
        if (!data) return false
        const files = [...data.files]
        const html = data.getData('text/html')
        const text = data.getData('text/plain')
        // Programs add a picture of the text to the text itself. Only files without text of their own are meant.
        if (files.length > 0 && !hasWords(html) && isOnlyNames(text, files)) {
          uploadAt(view, files, view.state.selection.from)
          return true
        }
        if (pastePlayer(view, text)) return true
        if (isTakenAsItIs(view, html)) return false
        const copied = languageOf(data)
        const kind = kindOf(view, text, copied)
        // The editor makes a code block of it.
        if (kind === 'code') return false
        if (kind === 'text') return copied !== undefined && view.pasteText(text)
        void htmlFromMarkdown(text).then((read) => {
          isRead = true
          view.pasteHTML(read)
          isRead = false
        })
        return true
      },
      handleDrop(view, event) {
        const { files, hasFolder } = droppedFiles(event.dataTransfer?.items ?? [])
        if (files.length === 0 && !hasFolder) return false
        event.preventDefault()
        if (hasFolder) reportFolder()
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
        uploadAt(view, files, at ?? view.state.selection.from)
        return true
      },
      transformPastedHTML(html, view) {
        if (isRead || html.includes(OWN)) return html
        const { html: clean, files, lost } = cleanPaste(html)
        if (lost > 0) reportLost(lost)
        if (files.length > 0) setTimeout(() => uploadAt(view, files, view.state.selection.to))
        return clean
      },
    }
  }, [])
}

/** The address of a video on a line of its own becomes its player. */
function pastePlayer(view: EditorView, text: string): boolean {
  const player = /^\S+$/.test(text.trim()) && isEmptyLine(view) ? playerOf(text) : undefined
  const node =
    player && view.state.schema.nodes.embed?.create({ frame: frameOf(player.src, player.provider.name) })
  if (!node) return false
  view.dispatch(view.state.tr.replaceSelectionWith(node))
  return true
}

function isEmptyLine(view: EditorView): boolean {
  const { empty, $from } = view.state.selection
  return empty && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0
}

const isTakenAsItIs = (view: EditorView, html: string) =>
  view.state.selection.$from.parent.type.spec.code || html.includes(OWN) || isRealMarkup(html)

const TEXTS: ReadonlySet<string | undefined> = new Set([undefined, 'markdown', 'plaintext'])

/** What a plain text becomes. Code from a code editor that is a part of a line continues the line here. */
function kindOf(view: EditorView, text: string, copied: string | undefined): 'code' | 'markdown' | 'text' {
  if (TEXTS.has(copied)) return looksLikeMarkdown(text) ? 'markdown' : 'text'
  return isEmptyLine(view) || text.trim().includes('\n') ? 'code' : 'text'
}

const bodyOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

function hasWords(html: string): boolean {
  return html !== '' && (bodyOf(html).textContent ?? '').trim() !== ''
}

/** Code editors copy coloured lines as HTML. HTML with a structure of its own is not Markdown. */
function isRealMarkup(html: string): boolean {
  return (
    html !== '' &&
    bodyOf(html).querySelector('p,h1,h2,h3,h4,ul,ol,table,blockquote,pre,strong,b,em,a,img') !== null
  )
}
