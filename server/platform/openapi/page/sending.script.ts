export const sendingScript = String.raw`
const TOKEN_KEY = 'api-reference-token'
const MAX_SHOWN = 200000

/** The token is kept as long as the tab, or the page if storage is not available. */
const tokenKeeping = {
  held: '',
  read() {
    try {
      return sessionStorage.getItem(TOKEN_KEY) || ''
    } catch {
      return tokenKeeping.held
    }
  },
  write(token) {
    tokenKeeping.held = token
    for (const field of document.querySelectorAll('input[data-token]')) field.value = token
    try {
      sessionStorage.setItem(TOKEN_KEY, token)
    } catch {
      return
    }
  },
}

async function send(operation, form, state, result) {
  const request = readRequest(operation, form, false)
  const token = tokenKeeping.read()
  const headers = new Headers(request.headers)
  if (token && takesToken(operation)) headers.set('Authorization', 'Bearer ' + token)
  const button = form.querySelector('button[type=submit]')
  button.disabled = true
  state.replaceChildren(words.sending)
  result.replaceChildren()
  const start = performance.now()
  try {
    const answer = await fetch(request.url, {
      method: request.method,
      headers,
      body: request.parts ? formData(request.parts) : request.text,
      cache: 'no-store',
    })
    const bytes = await answer.blob()
    state.replaceChildren(...answerLine(answer, bytes, performance.now() - start))
    result.replaceChildren(headersOf(answer), ...(await answerBody(answer, bytes)))
  } catch (error) {
    state.replaceChildren(make('span', { class: 'bad' }, say('sendFailed', { reason: error.message })))
  } finally {
    button.disabled = false
  }
}

function formData(parts) {
  const data = new FormData()
  for (const { name, input } of parts) {
    if (input.type === 'file') for (const file of input.files) data.append(name, file)
    else if (input.value) data.append(name, input.value)
  }
  return data
}

function answerLine(answer, bytes, tookMs) {
  const verdict = answer.ok || answer.status === 304 ? 'good' : 'bad'
  const facts = say('took', { ms: Math.round(tookMs), size: sizeText(bytes.size) })
  const status = make('strong', { class: verdict }, answer.status + ' ' + answer.statusText)
  return [status, ' ', make('span', { class: 'type' }, facts)]
}

function headersOf(answer) {
  const lines = [...answer.headers].map(([name, value]) => name + ': ' + value)
  const list = make('pre', { tabindex: '0', 'aria-label': words.answerHeaders }, lines.join('\n'))
  return make('details', { class: 'more' }, make('summary', null, words.answerHeaders), list)
}

async function answerBody(answer, bytes) {
  const type = answer.headers.get('content-type') || ''
  if (bytes.size === 0) return []
  if (!/json|^text\//.test(type)) return [fileLink(answer, bytes)]
  const text = await bytes.text()
  const read = readJson(text)
  const shown = read === undefined ? text : jsonText(read)
  const isWhole = shown.length <= MAX_SHOWN
  const cut = isWhole ? shown : shown.slice(0, MAX_SHOWN) + '\n' + say('cut', { size: sizeText(bytes.size) })
  return [
    make('pre', { tabindex: '0', 'aria-label': words.answer }, cut),
    (!isWhole || read === undefined) && fileLink(answer, bytes),
    typeof read?.data?.token === 'string' && tokenOffer(read.data.token),
  ].filter(Boolean)
}

function fileLink(answer, bytes) {
  const named = /filename="?([^";]+)/.exec(answer.headers.get('content-disposition') || '')
  const attributes = { href: URL.createObjectURL(bytes), download: named ? named[1] : 'answer' }
  return make('p', null, make('a', attributes, words.download))
}

function tokenOffer(token) {
  const button = make('button', { type: 'button', class: 'quiet' }, words.useToken)
  button.addEventListener('click', () => {
    tokenKeeping.write(token)
    button.replaceWith(make('span', { class: 'good', role: 'status' }, words.tokenTaken))
  })
  return make('p', null, button)
}
`
