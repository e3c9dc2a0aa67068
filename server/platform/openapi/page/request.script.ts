export const requestScript = String.raw`
/** The current values of the form. Empty fields use their example if the URL needs a value. */
function readRequest(operation, form, withExamples) {
  const body = bodyOf(operation)
  const filled = [...form.querySelectorAll('[data-name]')].map((input) => ({
    place: input.dataset.in,
    name: input.dataset.name,
    input,
  }))
  const values = new Map(filled.map(({ place, name, input }) => [place + ' ' + name, input.value]))
  const query = []
  const headers = []
  let path = operation.path
  for (const parameter of operation.parameters) {
    const given = values.get(parameter.in + ' ' + parameter.name) || ''
    const value = given || (withExamples && parameter.required ? exampleText(parameter) : '')
    if (parameter.in === 'path') path = path.replace('{' + parameter.name + '}', encodeURIComponent(value))
    else if (value && parameter.in === 'query')
      query.push(encodeURIComponent(parameter.name) + '=' + encodeURIComponent(value).replaceAll('%2C', ','))
    else if (value) headers.push([parameter.name, value])
  }
  const request = {
    method: operation.method,
    url: path + (query.length > 0 ? '?' + query.join('&') : ''),
    headers,
  }
  if (!body) return request
  if (body.type === 'multipart/form-data')
    return { ...request, parts: filled.filter(({ place }) => place === 'form') }
  const text = form.querySelector('textarea').value
  if (text.trim() === '') return request
  return { ...request, headers: [['Content-Type', body.type], ...headers], text }
}

function quoted(text) {
  return "'" + text.replaceAll("'", "'\\''") + "'"
}

function curlText(operation, form) {
  const request = readRequest(operation, form, true)
  const lines = [
    'curl ' +
      (request.method === 'GET' ? '' : '-X ' + request.method + ' ') +
      quoted(location.origin + request.url),
  ]
  if (takesToken(operation) && !isOpenToAll(operation)) lines.push('-H "Authorization: Bearer $TOKEN"')
  for (const [name, value] of request.headers) lines.push('-H ' + quoted(name + ': ' + value))
  for (const { name, input } of request.parts || []) {
    if (input.type === 'file')
      for (const file of input.files.length > 0 ? input.files : [{ name: 'FILE' }])
        lines.push('-F ' + quoted(name + '=@' + file.name))
    else if (input.value) lines.push('--form-string ' + quoted(name + '=' + input.value))
  }
  if (request.text !== undefined) lines.push('-d ' + quoted(compact(request.text)))
  return lines.join(' \\\n  ')
}

function compact(text) {
  const read = readJson(text)
  return read === undefined ? text : JSON.stringify(read)
}

function takesToken(operation) {
  return operation.security.length > 0
}

function isOpenToAll(operation) {
  return operation.security.some((way) => Object.keys(way).length === 0)
}
`
