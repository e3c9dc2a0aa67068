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
    // No storage, no count: better than one for every reload.
  }
}

const form = document.getElementById('write')
if (form) {
  const heading = form.querySelector('h3')
  const usual = heading.textContent
  for (const link of document.querySelectorAll('[data-reply]'))
    link.addEventListener('click', (event) => {
      event.preventDefault()
      form.elements.parent_id.value = link.dataset.reply
      const name = link.closest('.comment').querySelector('strong').textContent
      heading.textContent = `${usual} · ${link.textContent} ${name}`
      link.closest('.comment').after(form)
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
  const picture = (address, width) => Object.assign(new Image(width), { src: address, alt: '' })
  const stage = document.createElement('div')
  stage.className = 'stage'
  const piece = picture(data.piece, data.piece_size)
  stage.append(picture(data.background, data.width), piece)
  piece.style.top = `${data.y}px`
  const range = Object.assign(document.createElement('input'), {
    type: 'range',
    min: 0,
    max: data.width - data.piece_size,
    value: 0,
  })
  range.name = 'captcha'
  range.setAttribute('aria-label', place.dataset.slider)
  range.style.width = `${data.width}px`
  range.addEventListener('input', () => {
    piece.style.left = `${range.value}px`
  })
  const id = Object.assign(document.createElement('input'), {
    type: 'hidden',
    name: 'captcha_id',
    value: data.captcha_id,
  })
  place.replaceChildren(stage, range, id)
}
