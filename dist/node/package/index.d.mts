// SPDX-License-Identifier: MIT
import * as parquetVtab from "./index.cjs";

export * from "./index.cjs";
export default parquetVtab;
