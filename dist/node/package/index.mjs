// SPDX-License-Identifier: MIT
import parquetVtab from "./index.cjs";

export const { getLoadablePath, load } = parquetVtab;
export default parquetVtab;
