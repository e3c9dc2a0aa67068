import { defineCollection } from 'astro:content'
import { inkstoneArticles } from './inkstone-loader.mjs'

const { INKSTONE_URL = 'http://127.0.0.1:3000', INKSTONE_TOKEN } = process.env

export const collections = {
  articles: defineCollection({ loader: inkstoneArticles({ url: INKSTONE_URL, token: INKSTONE_TOKEN }) }),
}
