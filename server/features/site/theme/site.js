// Everything works without this file. It counts a view once a visit, answers comments in place, and asks for another
// captcha picture.
const article = document.querySelector('[data-counted]')
if (article) {
  const key = `viewed ${article.dataset.article}`
  try {
    if (!sessionStorage.getItem(key)) {
      sessionStorage.setItem(key, '1')
      fetch(`/api/articles/${article.dataset.article}/view`, { method: 'POST', keepalive: true }).catch(
        () => {},
      )
    }
  } catch {
    // Without storage nothing is counted, which is better than counting every reload.
  }
}

const form = document.getElementById('write')
if (form) {
  // A theme may have other elements here.
  const heading = form.querySelector('h2, h3, h4, legend')
  const usual = heading?.textContent
  for (const link of document.querySelectorAll('[data-reply]'))
    link.addEventListener('click', (event) => {
      const comment = link.closest('.comment')
      if (!comment) return
      event.preventDefault()
      form.elements.parent_id.value = link.dataset.reply
      const name = comment.querySelector('strong')?.textContent ?? ''
      if (heading) heading.textContent = `${usual} · ${link.textContent} ${name}`
      comment.after(form)
      form.elements.content.focus()
    })
  const picture = form.querySelector('[data-captcha]')
  if (picture) {
    const another = document.createElement('button')
    another.type = 'button'
    another.className = 'quiet'
    another.textContent = picture.dataset.captcha
    another.addEventListener('click', () => {
      picture.src = `/captcha?${Date.now()}`
    })
    picture.after(another)
  }
  const slider = form.querySelector('[data-slider]')
  if (slider) form.addEventListener('focusin', () => drawSlider(slider), { once: true })
}

async function drawSlider(place) {
  const { data } = await (await fetch('/api/captcha')).json()
  const { width, height, piece_size } = data
  const picture = (address) => Object.assign(new Image(), { src: address, alt: '' })
  const stage = document.createElement('div')
  stage.className = 'stage'
  stage.style.maxWidth = `${width}px`
  const piece = picture(data.piece)
  // In percent, because the picture is wider than the page of a small phone.
  piece.style.width = `${(100 * piece_size) / width}%`
  piece.style.top = `${(100 * data.y) / height}%`
  stage.append(picture(data.background), piece)
  const field = (type, more) => Object.assign(document.createElement('input'), { type, ...more })
  const range = field('range', { min: 0, max: width - piece_size, value: 0 })
  range.setAttribute('aria-label', place.dataset.slider)
  range.style.maxWidth = `${width}px`
  const drag = field('hidden', { name: 'captcha' })
  // The server checks the drag, not only where it ends: `x;t,x;t,x;…`, with times that increase.
  let points = [[0, 0]]
  let since = 0
  range.addEventListener('input', () => {
    if (points.length === 1) since = performance.now()
    if (points.length >= 200) points = points.filter((_, index) => index % 2 === 0)
    points.push([Math.max(Math.round(performance.now() - since), points.at(-1)[0] + 1), range.value])
    piece.style.left = `${(100 * range.value) / width}%`
    drag.value = [range.value, ...points].join(';')
  })
  place.replaceChildren(stage, range, drag, field('hidden', { name: 'captcha_id', value: data.captcha_id }))
}
