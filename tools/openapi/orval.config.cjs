const { DOCUMENT, SERVICE_URL } = process.env

module.exports = {
  inkstone: {
    input: DOCUMENT,
    output: { target: './generated/orval.ts', client: 'fetch', baseUrl: SERVICE_URL, mode: 'single' },
  },
}
