export const TOKEN_TOUCHES = ['/api/tokens']
