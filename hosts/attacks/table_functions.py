# SPDX-License-Identifier: MIT
"""The table-valued functions of a path, as a connection with the extension lists them."""

LIST = """SELECT m.name, count(*) - 1
            FROM pragma_module_list AS m JOIN pragma_table_xinfo(m.name) AS c
           WHERE (m.name LIKE '%parquet%' OR m.name LIKE 'orc!_%' ESCAPE '!'
                  OR m.name LIKE 'lake!_%' ESCAPE '!' OR m.name LIKE 'delta!_%' ESCAPE '!'
                  OR m.name LIKE 'iceberg!_%' ESCAPE '!')
             AND c.hidden = 1 AND substr(c.name, 1, 1) = '_'
             AND c.name NOT LIKE '!_option%' ESCAPE '!'
           GROUP BY m.name"""


def table_functions(db):
    """name -> number of the arguments after the path"""
    return dict(db.execute(LIST))
