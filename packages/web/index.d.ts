/** The folder of the page as it was built: `index.html` and what it needs. In a checkout `npm run build` makes it. */
export declare const pageFolder: string
/** The folder of the documentation site. In a checkout `npm run docs` makes it; an installed package has none. */
export declare const documentationFolder: string
