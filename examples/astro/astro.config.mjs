export default { site: 'https://example.com' }
